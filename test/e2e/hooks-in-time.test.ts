import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSqlite } from "../../src/engine/sqlite/open-sqlite.js";
import { ClaudeTranscript } from "../support/claude-transcript.js";
import { mainScript, Product } from "../support/product.js";

let product: Product;
beforeEach(() => {
  product = new Product();
  // A loaded machine may take longer than an agent would wait.
  product.env.THROUGHLINE_ARCHIVE_HOOK_DEADLINE = "60000";
});
afterEach(() => product.remove());

const startPayload = (session: string) =>
  JSON.stringify({
    hook_event_name: "SessionStart",
    source: "startup",
    session_id: session,
    transcript_path: "",
    cwd: product.repository,
  });

/** A session that a hook announced. */
function announce(): void {
  const one = new ClaudeTranscript("before", product.repository)
    .ask("Add the importer. From now on always use pnpm, never npm.")
    .say("The importer works and all tests pass. Next step: the exporter.");
  const path = join(product.folder, "before.jsonl");
  writeFileSync(path, one.text);
  const payload = { hook_event_name: "Stop", session_id: "before", transcript_path: path, cwd: product.repository };
  product.run(["hook"], { input: JSON.stringify(payload) });
}

function learn(): void {
  announce();
  product.run(["ingest"]);
}

async function startSession(session: string): Promise<string> {
  const child = product.start(["hook"]);
  child.stdin.end(startPayload(session));
  return text(child.stdout);
}

const receipts = () => JSON.parse(product.run(["receipts", "--json"]).stdout);

describe("hooks", () => {
  it("serve sixteen sessions that start at once", async () => {
    learn();
    const answers = await Promise.all(Array.from({ length: 16 }, (_, i) => startSession(`s${i}`)));
    for (const answer of answers) expect(answer).toContain("pnpm");
    expect(receipts().hooks).toMatchObject([{ agent: "claude-code", given: 16, missed: 0 }]);
  });

  it("serve the second session ever, although no other process has opened a database", async () => {
    announce();
    expect(await startSession("now")).toContain("pnpm");
  });

  it("serve sessions that start at once on a machine without a database", async () => {
    announce();
    const answers = await Promise.all(Array.from({ length: 4 }, (_, i) => startSession(`s${i}`)));
    for (const answer of answers) expect(answer).toContain("pnpm");
  });

  it("read while another process holds the write lock", async () => {
    learn();
    const sql = await openSqlite(join(product.home, "throughline.db"));
    await sql.transaction(async () => {
      expect(await startSession("now")).toContain("pnpm");
    });
    await sql.close();
  });

  it("end without an error when the host closed the pipe, and record the miss", async () => {
    learn();
    const child = spawn("/bin/sh", ["-c", `"$0" "$1" hook >&-`, process.execPath, mainScript], {
      cwd: product.repository,
      env: product.env,
    });
    child.stdin.end(startPayload("now"));
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    expect(receipts().hooks[0].missed + receipts().hooks[0].given).toBe(1);
  });

  it.skipIf(process.platform !== "linux")("end without an error when stdout is full", () => {
    learn();
    const command = `"$0" "$1" hook > /dev/full`;
    const child = spawn("/bin/sh", ["-c", command, process.execPath, mainScript], {
      cwd: product.repository,
      env: product.env,
    });
    child.stdin.end(startPayload("now"));
    return once(child, "close").then(([code]) => {
      expect(code).toBe(0);
      expect(receipts().hooks).toMatchObject([{ missed: 1, reasons: { "the host closed the pipe": 1 } }]);
    });
  });

  it("say nothing about a corrupt database but record it", () => {
    learn();
    writeFileSync(join(product.home, "throughline.db"), "this is not a database ".repeat(500));
    const { status, stdout, stderr } = product.run(["hook"], { input: startPayload("now") });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "", stderr: "" });
    const day = new Date().toISOString().slice(0, 10);
    const lines = readFileSync(join(product.home, "receipts", `${day}.jsonl`), "utf8");
    expect(lines).toMatch(/"result":"missed","reason":"[^"]+database/);
  });

  it("end without an error in a home that is missing or a file", () => {
    const file = join(product.folder, "file");
    writeFileSync(file, "");
    mkdirSync(join(product.folder, "empty"));
    for (const home of [file, join(file, "below"), join(product.folder, "empty", "none")]) {
      const { status, stdout, stderr } = product.run(["hook"], {
        input: startPayload("now"),
        env: { HOME: home, THROUGHLINE_HOME: home },
      });
      expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "", stderr: "" });
    }
  });
});
