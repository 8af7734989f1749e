import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ClaudeTranscript } from "../support/claude-transcript.js";
import { Product } from "../support/product.js";
import { root } from "../support/sources.js";

const host = join(root, "test", "handover", "hosts", "opencode-plugin-host.mjs");

let product: Product;
let openCode: ChildProcessWithoutNullStreams;
let answers: AsyncIterator<string>;

/** The installed plugin in a process that calls its hooks as OpenCode does. */
function start(change: (plugin: string) => string = (text) => text): void {
  const plugin = join(product.folder, ".config", "opencode", "plugins", "throughline.js");
  writeFileSync(plugin, change(readFileSync(plugin, "utf8")));
  openCode = spawn(process.execPath, [host, plugin, product.repository], { env: product.env, cwd: product.repository });
  openCode.stderr.resume();
  answers = createInterface({ input: openCode.stdout })[Symbol.asyncIterator]();
}

async function tell(kind: string, fields: object): Promise<unknown> {
  openCode.stdin.write(`${JSON.stringify({ kind, now: new Date().toISOString(), session: "ses_now", ...fields })}\n`);
  return JSON.parse((await answers.next()).value);
}
const prompt = async (text: string) => ((await tell("prompt", { message: "m", text })) as { prompt: string }).prompt;
const call = (tool: string, input: object, output: string, exit = 0) =>
  tell("call", { id: "c", tool, input, output, exit });

beforeEach(() => {
  product = new Product();
  // A busy machine must not fail these tests: they check what arrives, not how fast.
  product.env.THROUGHLINE_ARCHIVE_HOOK_DEADLINE = "60000";
  mkdirSync(join(product.folder, ".config", "opencode"), { recursive: true });
  product.run(["install", "--agent", "opencode", "--yes", "--skip-history", "--skip-notes", "--skip-test"]);
  const file = join(product.repository, "src", "pool.ts");
  const earlier = new ClaudeTranscript("earlier", product.repository)
    .ask("Fix the pool. From now on always use pnpm, never npm.")
    .use("Bash", { command: "pnpm test" }, "Error: pool is exhausted", true)
    .use("Edit", { file_path: file, old_string: "max: 1", new_string: "max: 20" }, "ok")
    .use("Bash", { command: "pnpm test" }, "ok")
    .say("The pool works and all tests pass.");
  const path = join(product.folder, "earlier.jsonl");
  writeFileSync(path, earlier.text);
  const payload = { hook_event_name: "Stop", session_id: "earlier", transcript_path: path, cwd: product.repository };
  product.run(["hook"], { input: JSON.stringify(payload) });
  product.run(["ingest"]);
});
afterEach(async () => {
  openCode.stdin.end();
  await once(openCode, "close");
  product.remove();
});

describe("OpenCode's plugin", () => {
  it("gives the brief with the first prompt of a session, and not again", async () => {
    start();
    const first = await prompt("Where were we with the pool?");
    expect(first).toContain("always use pnpm");
    expect(first).toContain("throughline-context");
    expect(await prompt("And what now, in general?")).not.toContain("always use pnpm");
  });

  it("gives the fix with a failing command, and nothing with one that passes", async () => {
    start();
    expect(await call("bash", { command: "pnpm test" }, "ok")).toBe("");
    expect(await call("bash", { command: "pnpm test" }, "Error: pool is exhausted", 1)).toContain("+ max: 20");
  });

  it("gives a note about a file that is read, once", async () => {
    start();
    const input = { filePath: join(product.repository, "src", "pool.ts") };
    expect(await call("read", input, "export {};")).toContain("pool is exhausted");
    expect(await call("read", input, "export {};")).toBe("");
  });

  it("lets the session continue when Throughline is gone", async () => {
    start((text) => text.replace(/const command = .*/, 'const command = ["/nowhere/throughline"];'));
    expect(await prompt("Where were we with the pool?")).toBe("");
    expect(await call("bash", { command: "pnpm test" }, "Error: pool is exhausted", 1)).toBe("");
  });
});
