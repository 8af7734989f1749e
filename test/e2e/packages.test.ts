import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
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

/** Extracts a zip file by its local headers. */
function unzip(bytes: Buffer, into: string): void {
  for (let at = 0; bytes.readUInt32LE(at) === 0x04034b50; ) {
    const [packed, length] = [bytes.readUInt32LE(at + 18), bytes.readUInt16LE(at + 26)];
    const name = bytes.toString("utf8", at + 30, at + 30 + length);
    mkdirSync(dirname(join(into, name)), { recursive: true });
    writeFileSync(join(into, name), inflateRawSync(bytes.subarray(at + 30 + length, at + 30 + length + packed)));
    at += 30 + length + packed;
  }
}

const opening = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "x", version: "1" } };
const talk = [
  { id: 1, method: "initialize", params: opening },
  { method: "notifications/initialized" },
  { id: 2, method: "tools/list" },
  { id: 3, method: "tools/call", params: { name: "memory_search", arguments: { project_id: "shop", query: "port" } } },
];

describe("the bundle", () => {
  it("contains everything a server needs, started as its manifest says", () => {
    spawnSync(process.execPath, ["--import", "tsx", "scripts/bundle.ts", folder], { cwd: root });
    const place = join(folder, "Zoë's programs");
    unzip(readFileSync(join(folder, readdirSync(folder)[0] ?? "")), place);
    const manifest = JSON.parse(readFileSync(join(place, "manifest.json"), "utf8"));
    const { command, args, env } = manifest.server.mcp_config;
    expect(existsSync(join(place, manifest.server.entry_point))).toBe(true);
    // As a desktop program does: from a folder outside any project, with its own environment.
    const { stdout } = spawnSync(
      command,
      args.map((word: string) => word.replace(/^\$\{__dirname\}/, () => place)),
      {
        input: talk.map((line) => `${JSON.stringify({ jsonrpc: "2.0", ...line })}\n`).join(""),
        cwd: folder,
        env: { PATH: process.env.PATH, HOME: folder, ...env },
        encoding: "utf8",
      },
    );
    const answers = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const answer = (id: number) => answers.find((one) => one.id === id).result;
    expect(answer(1).serverInfo).toMatchObject({ name: "throughline", version: manifest.version });
    const listed = answer(2).tools.map(({ name }: { name: string }) => name);
    expect(listed.toSorted()).toEqual(manifest.tools.map(({ name }: { name: string }) => name).toSorted());
    expect(answer(3).structuredContent).toMatchObject({ memories: [], count: 0 });
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

  it("of OpenCode loads the plugin, whose hook reports the session", async () => {
    const seen = join(folder, "seen.jsonl");
    const recorder = join(folder, "recorder.mjs");
    writeFileSync(
      recorder,
      `import { appendFileSync, readFileSync } from "node:fs";
       appendFileSync(${JSON.stringify(seen)}, JSON.stringify({ argv: process.argv.slice(2), input: readFileSync(0, "utf8") }) + "\\n");`,
    );
    const plugins = join(folder, ".config", "opencode", "plugins");
    mkdirSync(plugins, { recursive: true });
    const source = readFileSync(join(root, "plugins", "opencode", "throughline.js"), "utf8");
    writeFileSync(
      join(plugins, "throughline.js"),
      source.replace(/^const command = .*$/m, `const command = ${JSON.stringify([process.execPath, recorder])};`),
    );
    const model = await answeringModel();
    const provider = {
      npm: "@ai-sdk/openai-compatible",
      options: { baseURL: model.address, apiKey: "x" },
      models: { m: {} },
    };
    writeFileSync(join(folder, "opencode.json"), JSON.stringify({ provider: { fake: provider }, model: "fake/m" }));
    spawnSync("git", ["init", "-q", folder]);
    const child = spawn(join(clientBin, "opencode"), ["run", "--format", "json", "hello"], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, TERM: "dumb" },
      stdio: ["ignore", "ignore", "ignore"],
    });
    await new Promise((done) => child.on("close", done));
    await model.close();
    const hookCalls = existsSync(seen)
      ? readFileSync(seen, "utf8")
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line))
      : [];
    expect(hookCalls.map(({ argv }) => argv.join(" "))).toContain("hook --host opencode --event session.idle");
    expect(JSON.parse(hookCalls[0].input)).toMatchObject({ session_id: expect.stringMatching(/^ses_/), cwd: folder });
  });
});

/** A model that answers every request with one word. */
async function answeringModel(): Promise<{ address: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      const part = (delta: object, finish: string | null) =>
        `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(`${part({ role: "assistant", content: "Hello." }, null)}${part({}, "stop")}data: [DONE]\n\n`);
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", () => listening()));
  const { port } = server.address() as { port: number };
  return { address: `http://127.0.0.1:${port}/v1`, close: () => new Promise((closed) => server.close(() => closed())) };
}
