import { appendFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ClaudeTranscript } from "../support/claude-transcript.js";
import { startMcpProcess } from "../support/mcp-process.js";
import { Product, RawClient } from "../support/product.js";
import { until } from "../support/until.js";

let product: Product;
beforeEach(() => {
  product = new Product();
});
afterEach(() => product.remove());

const briefs = () => join(product.home, "briefs");
const hasBrief = () => existsSync(briefs()) && readdirSync(briefs()).length > 0;

/** Opens a server as a host does, waits until it saved a brief, and returns its instructions. */
async function instructionsFor(caller: string): Promise<string> {
  const client = new RawClient(product.start(["mcp"], { env: { MCP_CALLER: caller } }));
  client.open();
  const { result } = (await client.answerTo("open")) as { result: { instructions: string } };
  await until("the server saved a brief", hasBrief);
  client.child.stdin.end();
  await client.exited;
  return result.instructions;
}

function learn(): void {
  product.run(["memory", "record", "Use pnpm here", "Use pnpm here, never npm.", "--kind", "rule"]);
  const one = new ClaudeTranscript("before", product.repository)
    .ask("Sort the ports.")
    .say("The ports are sorted by name in the list now.");
  const path = join(product.folder, "before.jsonl");
  writeFileSync(path, one.text);
  const payload = { hook_event_name: "Stop", session_id: "before", transcript_path: path, cwd: product.repository };
  product.run(["hook"], { input: JSON.stringify(payload) });
  product.run(["ingest"]);
}

describe("a host that runs no hooks", () => {
  it("receives the brief in the instructions of the server", async () => {
    learn();
    await instructionsFor("zed");
    expect(await instructionsFor("zed")).toContain("- Use pnpm here, never npm.");
  });

  it("receives what an agent recorded a moment before its server ended", async () => {
    const server = await startMcpProcess({ ...product.env, MCP_CALLER: "zed" }, product.repository);
    await server.call("checkpoint_save", { summary: "Half of the ports are renamed." });
    await server.close();
    expect(await instructionsFor("zed")).toContain("- Half of the ports are renamed.");
  });

  it("receives no brief of a session that was deleted", async () => {
    learn();
    await instructionsFor("zed");
    product.run(["forget", "before", "--yes"]);
    expect(hasBrief()).toBe(false);
  });

  it("is Codex until its hooks are approved; what it said is read when a server starts", async () => {
    mkdirSync(join(product.folder, ".codex", "sessions", "2026", "11", "15"), { recursive: true });
    product.run(["install", "--agent", "codex", "--yes", "--skip-history", "--skip-notes", "--skip-test"]);
    const at = new Date().toISOString();
    const lines = [
      { type: "session_meta", payload: { id: "c1", cwd: product.repository } },
      { type: "event_msg", payload: { type: "user_message", message: "Which runner has the tests?" } },
      {
        type: "response_item",
        payload: {
          type: "message",
          role: "assistant",
          content: [{ type: "output_text", text: "All of the tests run with vitest here." }],
        },
      },
    ];
    const rollout = join(
      product.folder,
      ".codex",
      "sessions",
      "2026",
      "11",
      "15",
      "rollout-2026-11-15T01-00-15-c1.jsonl",
    );
    writeFileSync(rollout, lines.map((line) => `${JSON.stringify({ timestamp: at, ...line })}\n`).join(""));
    await instructionsFor("codex");
    expect(await instructionsFor("codex")).toContain("tests run with vitest");
    const key = `${join(product.folder, ".codex", "hooks.json")}:session_start:0:0`;
    appendFileSync(
      join(product.folder, ".codex", "config.toml"),
      `\n[hooks.state."${key}"]\ntrusted_hash = "sha256:0"\n`,
    );
    expect(await instructionsFor("codex")).not.toContain("tests run with vitest");
  });
});
