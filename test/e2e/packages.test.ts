import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { root } from "../support/sources.js";

/** Folder that holds the programs of real agents, see CONTRIBUTING.md. */
const clientBin = process.env.THROUGHLINE_TEST_CLIENT_BIN ?? "";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "throughline-packages-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes what a zip file holds, by its own local headers. */
function unzip(bytes: Buffer, into: string): void {
  for (let at = 0; bytes.readUInt32LE(at) === 0x04034b50; ) {
    const [packed, length] = [bytes.readUInt32LE(at + 18), bytes.readUInt16LE(at + 26)];
    const name = bytes.toString("utf8", at + 30, at + 30 + length);
    mkdirSync(dirname(join(into, name)), { recursive: true });
    writeFileSync(join(into, name), inflateRawSync(bytes.subarray(at + 30 + length, at + 30 + length + packed)));
    at += 30 + length + packed;
  }
}

describe("the bundle", () => {
  it("holds all that a server needs, as its manifest starts it", () => {
    spawnSync(process.execPath, ["--import", "tsx", "scripts/bundle.ts", folder], { cwd: root });
    unzip(readFileSync(join(folder, readdirSync(folder)[0] ?? "")), join(folder, "x"));
    const { server } = JSON.parse(readFileSync(join(folder, "x", "manifest.json"), "utf8"));
    const args = server.mcp_config.args.map((word: string) => word.replace(/^\$\{__dirname\}/, join(folder, "x")));
    const opening = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "x", version: "1" } };
    const call = { name: "memory_search", arguments: { project_id: "shop", query: "port" } };
    const lines = [
      { jsonrpc: "2.0", id: 1, method: "initialize", params: opening },
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", id: 2, method: "tools/call", params: call },
    ];
    const { stdout } = spawnSync(process.execPath, args, {
      input: lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
      env: { ...process.env, NODE_PATH: "", THROUGHLINE_HOME: join(folder, "home") },
      encoding: "utf8",
    });
    const answer = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
      .find(({ id }) => id === 2);
    expect(answer.result.structuredContent).toEqual({ memories: [], count: 0 });
  });
});

const absent = clientBin ? "" : " (skipped: THROUGHLINE_TEST_CLIENT_BIN names no folder of agents)";

describe.skipIf(clientBin === "")(`a host's own check${absent}`, () => {
  const check = (client: string, ...args: string[]) => {
    const env = { PATH: process.env.PATH, HOME: folder, TERM: "dumb" };
    const { stdout, stderr } = spawnSync(join(clientBin, client), args, { cwd: root, env, encoding: "utf8" });
    return stdout + stderr;
  };

  it.each([".", "plugins/claude-code"])("of Claude Code passes %s", (path) => {
    expect(check("claude", "plugin", "validate", path)).toContain("Validation passed");
  });

  it("of Gemini CLI passes the extension", () => {
    expect(check("gemini", "extensions", "validate", "plugins/gemini")).toContain("successfully validated");
  });

  it("of Codex installs the plugin from this repository", () => {
    check("codex", "plugin", "marketplace", "add", root);
    expect(check("codex", "plugin", "add", "throughline@throughline")).toContain("Added plugin `throughline`");
    expect(check("codex", "mcp", "list")).toMatch(/throughline +throughline +mcp/);
  });
});
