import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { homeAt } from "../../base/home.js";
import { resolveSettings } from "../../base/resolve-settings.js";
import type { Host } from "../../engine/host.js";
import { nodeFiles } from "../../engine/node-files/node-files.js";
import { nodeHost } from "../../engine/node-host/node-host.js";
import type { SandboxVerdict } from "../../engine/sandbox.js";
import { openSqlite } from "../../engine/sqlite/open-sqlite.js";
import { receiptLine } from "../receipts/receipt.js";
import { createReceipts } from "../receipts/receipts.js";
import { createDoctor } from "./doctor.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "throughline-doctor-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Findings on a machine that differs from this one by `overrides`. */
async function findingsFor(
  overrides: Partial<Host> = {},
  home = homeAt(folder),
  verdict: SandboxVerdict = { works: true, layer: "bubblewrap", about: "bubblewrap works" },
) {
  const sql = await openSqlite(":memory:");
  const host: Host = { ...nodeHost, nodeVersion: "22.20.0", versionOf: async () => "1.0", ...overrides };
  const settings = resolveSettings([]);
  const receipts = createReceipts({ files: nodeFiles, home });
  const sandbox = { probe: async () => verdict };
  const automaticBackups = { list: async () => [], state: async () => "on" as const };
  const doctor = createDoctor({
    host,
    files: nodeFiles,
    home,
    sql,
    settings,
    receipts,
    sandbox,
    automaticBackups,
    cleaningStatus: async () => ({ rules: "r1", isCurrent: false, isEmpty: false }),
    checkHosts: async () => [],
  });
  const findings = await doctor.runChecks();
  await sql.close();
  return findings;
}
const linesOf = async (...args: Parameters<typeof findingsFor>) =>
  (await findingsFor(...args)).map(({ check, status, message, remedy = "" }) =>
    `${check} ${status}: ${message} ${remedy}`.trimEnd(),
  );

describe("doctor", () => {
  it.each([
    ["18.20.4", "failure", "too old"],
    ["20.18.0", "failure", "too old"],
    ["20.19.0", "warning", "no longer gets security updates"],
    ["22.16.0", "ok", "Node 22.16.0"],
  ])("reports Node %s: %s", async (nodeVersion, status, words) => {
    expect(await linesOf({ nodeVersion })).toContainEqual(expect.stringMatching(`^node ${status}: .*${words}`));
  });

  it("reports how sub-agents are confined, and how to get a sandbox", async () => {
    expect(await linesOf()).toContain("sandbox ok: bubblewrap works");
    const none = { works: false, about: "bubblewrap is not installed" } as const;
    expect((await linesOf({}, homeAt(folder), none)).join("\n")).toMatch(
      /^sandbox warning: .*bubblewrap is not installed.*apt install bubblewrap/m,
    );
  });

  it("says what to do when Node is too old", async () => {
    expect((await linesOf({ nodeVersion: "18.0.0" }))[0]).toContain("then run `throughline install`");
  });

  it("warns of a home on a network disk, until it is on another", async () => {
    const network = { isOnNetwork: async (path: string) => path.startsWith("/mnt/share") };
    const networkHome = homeAt("/mnt/share/me/.throughline");
    expect(await linesOf(network, networkHome)).toContainEqual(expect.stringMatching(/^disk warning: .*network disk/));
    expect((await linesOf(network)).join()).not.toContain("network disk");
  });

  it("shows how often hooks injected context, and warns of an agent whose hooks failed", async () => {
    const home = homeAt(folder);
    mkdirSync(home.receipts, { recursive: true });
    const receipt = { at: "2026-01-01T00:00:00.000Z", session: "s", event: "e", folder: "", tokens: 0, text: "" };
    const lines = [
      { ...receipt, agent: "codex", result: "missed", reason: "the machine was too busy" } as const,
      { ...receipt, agent: "codex", result: "empty" } as const,
      { ...receipt, agent: "gemini" },
    ];
    writeFileSync(join(home.receipts, "2026-01-01.jsonl"), lines.map(receiptLine).join(""));
    const messages = await linesOf({}, home);
    expect(messages).toContainEqual(
      expect.stringContaining(
        "hooks warning: codex: 0 given, 1 empty, 1 missed (the machine was too busy: 1) in the last 14 days.",
      ),
    );
    expect(messages).toContain("hooks ok: gemini: 1 given, 0 empty, 0 missed in the last 14 days");
  });

  it("recognizes paths on other machines by their form", async () => {
    expect(await nodeHost.isOnNetwork("\\\\server\\share\\me")).toBe(true);
    expect(await nodeHost.isOnNetwork("//server/share/me")).toBe(true);
    expect(await nodeHost.isOnNetwork("\\\\?\\C:\\Users\\me")).toBe(false);
    expect(await nodeHost.isOnNetwork(folder)).toBe(false);
  });

  it("reports missing git, agents and free space", async () => {
    const bareMachine = { versionOf: async () => undefined, freeBytes: async () => 1024 };
    expect(await linesOf(bareMachine)).toEqual(
      expect.arrayContaining([
        expect.stringContaining("git failure: git is not on the PATH"),
        expect.stringContaining("disk warning: Only 0 MiB free"),
        expect.stringContaining("agents warning: Found none of"),
      ]),
    );
  });

  it.skipIf(process.platform === "win32")("makes files private that others can read", async () => {
    mkdirSync(join(folder, "home"));
    const home = homeAt(join(folder, "home"));
    writeFileSync(home.token, "secret");
    chmodSync(home.token, 0o644);
    chmodSync(home.path, 0o755);
    const warnings = (await findingsFor({}, home)).filter(({ check }) => check === "home");
    expect(warnings.map(({ status }) => status)).toEqual(["warning", "warning"]);
    for (const { fix } of warnings) await fix?.();
    expect((await findingsFor({}, home)).find(({ check }) => check === "home")?.status).toBe("ok");
  });
});
