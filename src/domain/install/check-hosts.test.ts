import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { homeAt } from "../../base/home.js";
import { platformOf } from "../../base/platform.js";
import { nodeConfigFiles } from "../../engine/node-config-files/node-config-files.js";
import { sqliteLock } from "../../engine/sqlite/sqlite-lock.js";
import { checkHosts } from "./check-hosts.js";
import { createInstaller } from "./installer.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "throughline-check-"));
  for (const name of [".codex", ".gemini", "bin", "bin2"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "node"), "");
  writeFileSync(join(folder, "main.js"), "");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function machine(launch = { words: [join(folder, "node"), join(folder, "main.js")], env: {} }) {
  const env = { PATH: `${join(folder, "bin")}:${join(folder, "bin2")}` };
  const platform = platformOf({ os: "linux", home: folder, env });
  const facts = { files: nodeConfigFiles, platform, launch };
  const installer = createInstaller({ ...facts, lock: sqliteLock(), home: homeAt(join(folder, "home")) });
  return { ...facts, installer };
}

async function connect() {
  const { installer } = machine();
  await installer.apply(await installer.plan({ agents: [], scope: "user", project: "" }));
  approve();
}

/** As a person does it with /hooks in Codex. */
function approve() {
  const events =
    "session_start user_prompt_submit pre_tool_use post_tool_use stop subagent_start subagent_stop pre_compact session_end".split(
      " ",
    );
  const file = join(folder, ".codex", "hooks.json");
  const records = events.map((event) => `\n[hooks.state."${file}:${event}:0:0"]\ntrusted_hash = "sha256:00"\n`);
  appendFileSync(join(folder, ".codex", "config.toml"), records.join(""));
}

const change = (name: string, from: string | RegExp, to: string) => {
  const path = join(folder, name);
  writeFileSync(path, readFileSync(path, "utf8").replace(from, to));
};

const check = async () =>
  (await checkHosts(machine())).map(({ check, status, message }) => `${check} ${status}: ${message}`);

/** Applies every available fix, then checks again. */
async function fixAndCheck() {
  for (const { fix } of await checkHosts(machine())) await fix?.();
  return check();
}

const connected = ["codex ok: connected", "gemini ok: connected"];

describe("checkHosts", () => {
  it("distinguishes connected agents from others", async () => {
    expect(await check()).toEqual([
      "codex ok: not connected; `throughline install --agent codex` connects it.",
      "gemini ok: not connected; `throughline install --agent gemini` connects it.",
    ]);
    await connect();
    expect(await check()).toEqual(connected);
  });

  it("reports hooks that Codex does not run until a person approves them, which no fix can do", async () => {
    const { installer } = machine();
    await installer.apply(await installer.plan({ agents: ["codex"], scope: "user", project: "" }));
    const [finding] = (await checkHosts(machine())).filter(({ check }) => check === "codex");
    expect(finding).toMatchObject({ status: "warning", message: expect.stringContaining("does not run 8 hooks") });
    expect(finding?.fix).toBeUndefined();
    approve();
    expect(await check()).toContain("codex ok: connected");
  });

  it("finds and fixes paths that are gone", async () => {
    await connect();
    change(".codex/config.toml", join(folder, "main.js"), "/gone/main.js");
    expect(await check()).toContain("codex warning: it starts /gone/main.js, which does not exist.");
    expect(await fixAndCheck()).toEqual(connected);
  });

  it("finds and fixes another version, and a program called by name", async () => {
    writeFileSync(join(folder, "old.js"), "");
    await connect();
    change(".codex/config.toml", join(folder, "main.js"), join(folder, "old.js"));
    change(".gemini/settings.json", `"command": "${join(folder, "node")}"`, '"command": "node"');
    expect(await check()).toEqual([
      expect.stringContaining("codex warning: it starts another Throughline"),
      expect.stringContaining("gemini warning: it starts `node` by name"),
    ]);
    expect(await fixAndCheck()).toEqual(connected);
  });

  it("finds and fixes hooks that are missing, duplicated or in the wrong unit", async () => {
    await connect();
    const path = join(folder, ".codex/hooks.json");
    const { hooks } = JSON.parse(readFileSync(path, "utf8"));
    const { Stop, ...others } = hooks;
    const doubled = [...others.SessionStart, ...others.SessionStart];
    writeFileSync(
      path,
      JSON.stringify({ hooks: { ...others, SessionStart: doubled } }).replaceAll('"timeout":5', '"timeout":5000'),
    );
    change(".gemini/settings.json", '"timeout": 5000', '"timeout": 5');
    expect(await check()).toEqual([
      "codex warning: hooks are missing for Stop.",
      "codex warning: hooks run twice for SessionStart.",
      "codex warning: a hook's timeout is 5000, in the wrong unit: it should be 5.",
      "gemini warning: a hook's timeout is 5, in the wrong unit: it should be 5000.",
    ]);
    expect(await fixAndCheck()).toEqual(connected);
  });

  it("finds and fixes hooks whose program no longer exists while the server's does", async () => {
    await connect();
    change(".codex/hooks.json", new RegExp(join(folder, "main.js"), "g"), "/gone/main.js");
    expect(await check()).toContainEqual(
      expect.stringMatching(/^codex warning: its hooks start another program: .*\/gone\/main\.js hook/),
    );
    expect(await fixAndCheck()).toEqual(connected);
  });

  it("finds and fixes settings that name the Node from before it was replaced", async () => {
    await connect();
    rmSync(join(folder, "node"));
    writeFileSync(join(folder, "node22"), "");
    const replaced = { words: [join(folder, "node22"), join(folder, "main.js")], env: {} };
    expect((await checkHosts(machine(replaced))).map(({ message }) => message)).toContain(
      `it starts ${join(folder, "node")}, which does not exist.`,
    );
    for (const { fix } of await checkHosts(machine(replaced))) await fix?.();
    expect((await checkHosts(machine(replaced))).map(({ message }) => message)).toEqual(["connected", "connected"]);
  });

  it("finds and fixes installed files that are missing or out of date", async () => {
    await connect();
    rmSync(join(folder, ".agents/skills/throughline-recall"), { recursive: true });
    change(".agents/skills/throughline-record/SKILL.md", /$/, "old text\n");
    expect(await check()).toEqual(
      ["codex", "gemini"].flatMap((host) => [
        expect.stringMatching(`^${host} warning: installed files are missing: .*throughline-recall`),
        expect.stringMatching(`^${host} warning: installed files are out of date: .*throughline-record`),
      ]),
    );
    expect(await fixAndCheck()).toEqual(connected);
  });

  it("finds a plugin that duplicates the installation, and uninstalls the latter", async () => {
    const plugin = '\n[plugins."throughline@throughline"]\nenabled = true\n';
    await connect();
    change(".codex/config.toml", /$/, plugin);
    expect(await check()).toContainEqual(
      expect.stringMatching(/^codex warning: the plugin .* duplicates the installation/),
    );
    expect(await fixAndCheck()).toEqual(["codex ok: connected by the plugin throughline@throughline", connected[1]]);
    const rest = readFileSync(join(folder, ".codex/config.toml"), "utf8").replace(/\[hooks\.state[^[]*/g, "");
    expect(rest.trim()).toBe(plugin.trim());
  });

  it("reports what a person must fix first, and offers no fix before that", async () => {
    await connect();
    writeFileSync(join(folder, ".codex/hooks.json"), '{"hooks": null}');
    const findings = (await checkHosts(machine())).filter(({ check }) => check === "codex");
    expect(findings[0]).toMatchObject({
      status: "warning",
      message: expect.stringContaining("hooks is not an object"),
    });
    expect(findings.filter(({ fix }) => fix !== undefined)).toEqual([]);
  });

  it("finds settings that cannot be read", async () => {
    writeFileSync(join(folder, ".gemini/settings.json"), "{");
    expect(await check()).toContainEqual(expect.stringMatching(/^gemini warning: its settings cannot be read/));
  });

  it("finds two copies on the PATH, but counts links to one copy once", async () => {
    writeFileSync(join(folder, "bin", "throughline"), "");
    symlinkSync(join(folder, "bin", "throughline"), join(folder, "bin2", "throughline"));
    expect((await check()).join()).not.toContain("several copies");
    rmSync(join(folder, "bin2", "throughline"));
    symlinkSync(join(folder, "main.js"), join(folder, "bin2", "throughline"));
    expect(await check()).toContainEqual(
      expect.stringMatching(/^versions warning: several copies are on the PATH.*throughline, .*main\.js \(this one\)/),
    );
  });
});
