import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fabricatedHosts, leaveTraces, readTree, writeTree } from "../../../test/support/fabricated-hosts.js";
import { homeAt } from "../../base/home.js";
import { platformOf } from "../../base/platform.js";
import { nodeConfigFiles } from "../../engine/node-config-files/node-config-files.js";
import { sqliteLock } from "../../engine/sqlite/sqlite-lock.js";
import { allHosts } from "../../hosts/all-hosts.js";
import { valueInJson } from "../formats/parse-jsonc.js";
import { valueInToml } from "../formats/read-toml.js";
import { createInstaller, type Installer } from "./installer.js";

let folder: string;
let person: string;
let installer: Installer;

const installerFor = (script: string) =>
  createInstaller({
    files: nodeConfigFiles,
    lock: sqliteLock(),
    platform: platformOf({ os: "linux", home: person, env: {} }),
    home: homeAt(join(folder, "home")),
    launch: { words: ["/opt/Node JS/bin/node", script], env: {} },
  });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "throughline-install-"));
  person = join(folder, "Zoë Doe");
  writeTree(person, fabricatedHosts);
  leaveTraces(person);
  installer = installerFor("/opt/tl/main.js");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const options = { agents: [], scope: "user", project: "/work" } as const;
const install = async (withInstaller = installer, agents: string[] = []) =>
  withInstaller.apply(await withInstaller.plan({ ...options, agents }));
const uninstall = async (agents: string[] = []) => installer.applyRemoval(await installer.planRemoval(agents));
const read = (name: string) => readFileSync(join(person, name), "utf8");
const json = (name: string) => valueInJson(read(name), []) as Record<string, never>;
const change = (name: string, from: string, to: string) =>
  writeFileSync(join(person, name), read(name).replace(from, to));

describe("install", () => {
  it("finds every host that can be connected", async () => {
    const connectable = allHosts.filter(({ server }) => server).map(({ id }) => id);
    expect((await installer.detect()).map(({ id }) => id)).toEqual(connectable);
  });

  it("and uninstall restore every byte, file and folder", async () => {
    const before = readTree(person);
    const outcomes = await install();
    expect(outcomes.map(({ outcome }) => outcome)).not.toContain("refused");
    expect(readTree(person)).not.toEqual(before);
    await uninstall();
    expect(readTree(person)).toEqual(before);
    expect((await installer.journal()).entries).toEqual([]);
  });

  it("and uninstall restore a machine without settings files", async () => {
    rmSync(person, { recursive: true });
    for (const folderName of [".claude", ".codex", ".cursor", ".gemini", ".config/opencode", ".copilot"])
      mkdirSync(join(person, folderName), { recursive: true });
    const before = readTree(person);
    expect((await install()).filter(({ outcome }) => outcome === "written").length).toBeGreaterThan(10);
    await uninstall();
    expect(readTree(person)).toEqual(before);
  });

  it("registers the server with absolute paths, next to other servers", async () => {
    await install();
    const entry = { command: "/opt/Node JS/bin/node", args: ["/opt/tl/main.js", "mcp", "--core-tools"] };
    expect(json(".claude.json")).toMatchObject({
      numStartups: 7,
      mcpServers: { other: { command: "other" }, throughline: { ...entry, env: { MCP_CALLER: "claude-code" } } },
    });
    expect(valueInToml(read(".codex/config.toml"), ["mcp_servers"])).toEqual({
      other: { command: "other" },
      throughline: { ...entry, env: { MCP_CALLER: "codex" } },
    });
    expect(json(".config/opencode/opencode.jsonc")).toMatchObject({
      mcp: { throughline: { command: [entry.command, ...entry.args], environment: { MCP_CALLER: "opencode" } } },
    });
    expect(json(".config/zed/settings.json")).toMatchObject({ context_servers: { other: {}, throughline: entry } });
    expect(json(".config/Code/User/mcp.json")).toMatchObject({ servers: { other: {}, throughline: entry } });
  });

  it("adds hooks next to others, with the timeout in each host's unit", async () => {
    await install();
    const settings = json(".claude/settings.json") as unknown as {
      hooks: Record<string, { hooks: { timeout?: number }[] }[]>;
    };
    expect(settings.hooks.Stop?.map(({ hooks }) => hooks[0]?.timeout)).toEqual([undefined, 5]);
    expect(settings.hooks.SessionStart?.[0]?.hooks[0]).toMatchObject({
      command: "/opt/Node JS/bin/node",
      args: ["/opt/tl/main.js", "hook", "--host", "claude-code", "--event", "SessionStart"],
    });
    expect(read(".gemini/settings.json")).toContain('"timeout": 5000');
    expect(read(".codex/hooks.json")).toContain(
      "'/opt/Node JS/bin/node' /opt/tl/main.js hook --host codex --event Stop",
    );
  });

  it("changes nothing the second time", async () => {
    await install();
    const once = readTree(folder);
    expect(new Set((await install()).map(({ outcome }) => outcome))).toEqual(new Set(["unchanged"]));
    expect(readTree(folder)).toEqual(once);
  });

  it("updates stale paths, and uninstall still restores every byte", async () => {
    const before = readTree(person);
    await install(installerFor("/old/main.js"));
    change(".claude/settings.json", '"Bash"', '"Bash", "Read"');
    await install();
    expect(read(".claude/settings.json") + read(".codex/config.toml")).not.toContain("/old/main.js");
    await uninstall();
    change(".claude/settings.json", '"Bash", "Read"', '"Bash"');
    expect(readTree(person)).toEqual(before);
  });

  it("removes duplicate hooks", async () => {
    await install(installerFor("/old/main.js"), ["codex"]);
    const { hooks } = json(".codex/hooks.json") as unknown as { hooks: { Stop: unknown[] } };
    const duplicated = { hooks: { ...hooks, Stop: [...hooks.Stop, hooks.Stop.at(-1)] } };
    writeFileSync(join(person, ".codex/hooks.json"), JSON.stringify(duplicated));
    await install(installer, ["codex"]);
    expect((json(".codex/hooks.json") as unknown as typeof duplicated).hooks.Stop).toHaveLength(2);
  });

  it("keeps what a person added to our entry", async () => {
    writeFileSync(
      join(person, ".cursor/mcp.json"),
      '{"mcpServers":{"throughline":{"command":"x","env":{"A":"1"},"disabled":true}}}',
    );
    const before = readTree(person);
    await install(installer, ["cursor"]);
    expect(json(".cursor/mcp.json")).toMatchObject({
      mcpServers: {
        throughline: { disabled: true, env: { A: "1", MCP_CALLER: "cursor" }, command: "/opt/Node JS/bin/node" },
      },
    });
    await uninstall();
    expect(readTree(person)).toEqual(before);
  });
});

describe("uninstall", () => {
  it("leaves what a person changed in the meantime", async () => {
    await install();
    change(".claude.json", '"numStartups":7', '"numStartups":8');
    change(".codex/config.toml", "# mine", "# still mine");
    change(".config/zed/settings.json", '"One Dark"', '"Ayu"');
    change(".cursor/mcp.json", '"mcpServers": {', '"mcpServers": {\n    "new": {},');
    await uninstall();
    expect(json(".claude.json")).toEqual({
      numStartups: 8,
      mcpServers: { other: { command: "other", args: [] } },
      projects: {},
    });
    expect(read(".codex/config.toml").trimEnd()).toBe(
      fabricatedHosts[".codex/config.toml"]?.replace("# mine", "# still mine"),
    );
    expect(read(".config/zed/settings.json")).toBe(
      fabricatedHosts[".config/zed/settings.json"]?.replace("One Dark", "Ayu"),
    );
    expect(json(".cursor/mcp.json")).toEqual({ mcpServers: { new: {} } });
    expect(read(".cursor/mcp.json")).toContain("// servers");
  });

  it("leaves a skill that a person has rewritten", async () => {
    await install(installer, ["claude-code"]);
    writeFileSync(join(person, ".claude/skills/throughline-recall/SKILL.md"), "mine now");
    await uninstall();
    expect(read(".claude/skills/throughline-recall/SKILL.md")).toBe("mine now");
  });

  it("of one agent keeps what the others share", async () => {
    await install();
    await uninstall(["codex"]);
    expect(read(".codex/config.toml")).toBe(fabricatedHosts[".codex/config.toml"]);
    expect(read(".agents/skills/throughline-recall/SKILL.md")).toContain("throughline-recall");
    await uninstall(["gemini", "opencode", "goose", "zed"]);
    expect(() => read(".agents/skills/throughline-recall/SKILL.md")).toThrow("ENOENT");
    expect(json(".cursor/mcp.json")).toHaveProperty("mcpServers.throughline");
  });

  it("leaves a file that can no longer be read, and keeps its undo record", async () => {
    await install(installer, ["gemini"]);
    writeFileSync(join(person, ".gemini/settings.json"), "{ broken");
    const outcomes = await uninstall();
    expect(outcomes.find(({ file }) => file.endsWith(".gemini/settings.json"))?.outcome).toBe("refused");
    expect(read(".gemini/settings.json")).toBe("{ broken");
    expect((await installer.journal()).entries).toHaveLength(1);
  });
});

describe("a settings file", () => {
  it.each([
    ["claude-code", ".claude/settings.json", "{ // half\n"],
    ["codex", ".codex/config.toml", "model = \n"],
    ["cursor", ".cursor/mcp.json", "[]"],
    ["zed", ".config/zed/settings.json", '{"context_servers": 1}'],
  ])("of %s that cannot be read is refused and kept: %s", async (agent, name, text) => {
    writeFileSync(join(person, name), text);
    const outcomes = await install(installer, [agent]);
    const refused = outcomes.filter(({ outcome }) => outcome === "refused");
    expect(refused).toEqual([
      { file: join(person, name), outcome: "refused", why: expect.stringMatching(/JSON|TOML/) },
    ]);
    expect(read(name)).toBe(text);
  });

  it("that is not UTF-8 is refused and kept", async () => {
    const bytes = Buffer.from([0x7b, 0xff, 0x7d]);
    writeFileSync(join(person, ".cursor/mcp.json"), bytes);
    const outcomes = await install(installer, ["cursor"]);
    expect(outcomes.filter(({ outcome }) => outcome === "refused").map(({ why }) => why)).toEqual([
      expect.stringContaining("UTF-8"),
    ]);
    expect(readFileSync(join(person, ".cursor/mcp.json"))).toEqual(bytes);
  });

  it("that is read-only is refused, and the others are changed", async () => {
    chmodSync(join(person, ".cursor/mcp.json"), 0o444);
    const before = read(".cursor/mcp.json");
    const outcomes = await install(installer, ["cursor"]);
    expect(outcomes.filter(({ outcome }) => outcome === "refused").map(({ file }) => file)).toEqual([
      join(person, ".cursor/mcp.json"),
    ]);
    expect(read(".cursor/mcp.json")).toBe(before);
    expect((await installer.journal()).entries.map(({ file }) => file)).not.toContain(join(person, ".cursor/mcp.json"));
  });

  it("behind a link is changed at its target, and keeps its permissions", async () => {
    const real = join(folder, "dotfiles.json");
    writeFileSync(real, "{}", { mode: 0o640 });
    chmodSync(real, 0o640);
    rmSync(join(person, ".cursor/mcp.json"));
    symlinkSync(real, join(person, ".cursor/mcp.json"));
    await install(installer, ["cursor"]);
    expect(lstatSync(join(person, ".cursor/mcp.json")).isSymbolicLink()).toBe(true);
    expect(readFileSync(real, "utf8")).toContain("throughline");
    expect(statSync(real).mode & 0o777).toBe(0o640);
  });

  it("behind a dangling link is created at the target, and the link stays", async () => {
    const link = join(person, ".cursor/mcp.json");
    rmSync(link);
    symlinkSync("../dotfiles/mcp.json", link);
    await install(installer, ["cursor"]);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(read("dotfiles/mcp.json")).toContain("throughline");
    await uninstall();
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(existsSync(join(person, "dotfiles"))).toBe(false);
  });

  it.each([
    "",
    " \n\n",
    "\ufeff",
    '\ufeff{\r\n  "a": 1\r\n}\r\n',
    "// a comment\n",
    '{"a":1,}',
    '{"hooks":{},"hooks":{}}',
  ])("of any form is restored: %j", async (text) => {
    const names = [".claude.json", ".claude/settings.json", ".gemini/settings.json", ".cursor/mcp.json"];
    for (const name of names) writeFileSync(join(person, name), text);
    const outcomes = await install(installer, ["claude-code", "gemini", "cursor"]);
    expect(outcomes.filter(({ outcome }) => outcome === "refused")).toEqual([]);
    for (const name of names) expect(read(name), name).not.toBe(text);
    await uninstall();
    for (const name of names) expect(read(name), name).toBe(text);
  });

  it("is backed up unchanged, readable only by its owner", async () => {
    await install(installer, ["codex"]);
    const backups = Object.entries(readTree(join(folder, "home", "install"))).filter(([name]) =>
      name.endsWith("-config.toml"),
    );
    expect(backups.map(([, bytes]) => Buffer.from(bytes, "base64").toString())).toEqual([
      fabricatedHosts[".codex/config.toml"],
    ]);
    expect(statSync(join(folder, "home", "install", backups[0]?.[0] ?? "")).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, "home")).mode & 0o777).toBe(0o700);
  });

  it("survives concurrent installs", async () => {
    const before = readTree(person);
    const outcomes = (await Promise.all([install(), install(), install()])).flat();
    expect(outcomes.filter(({ outcome }) => outcome === "refused")).toEqual([]);
    const { entries } = await installer.journal();
    expect(new Set(entries.map(({ file }) => file)).size).toBe(entries.length);
    await uninstall();
    expect(readTree(person)).toEqual(before);
  });

  it("counts as unchanged after a crash between the journal and the file", async () => {
    const before = readTree(person);
    await install();
    for (const [name, text] of Object.entries(fabricatedHosts)) writeFileSync(join(person, name), text);
    await uninstall();
    expect(readTree(person)).toEqual(before);
  });
});
