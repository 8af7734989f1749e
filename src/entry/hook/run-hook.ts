import { appendFileSync, mkdirSync, readSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { spoolLine } from "../../domain/archive/ingest/spool-line.js";
import type { HostEvent } from "../../surface/hooks/host-event.js";
import { readHookArguments, readHostEvent } from "../../surface/hooks/read-payload.js";
import { findHome } from "../wiring/find-home.js";

// Hooks run inside an agent's turn: whatever happens here, the agent goes on. So nothing is printed but an answer that
// the host asked for, the exit code is 0, and no library is loaded for an event that is only noted.

/** Payloads beyond this are read to their end, because the host waits for that, but not kept. */
const maxBytes = 10 * 1024 * 1024;

/** `throughline hook`: notes that a transcript moved, answers where the host asks for context, and is gone. */
export async function runHook(argv: readonly string[]): Promise<void> {
  try {
    const began = performance.now();
    const home = process.env.HOME || homedir();
    const given = readHookArguments(argv);
    if (given.home !== "") process.env.THROUGHLINE_HOME = given.home;
    const event = readHostEvent(readInput(), given, home);
    if (!event) return;
    if (event.transcript) note(event);
    if (event.occasion === "other" || process.env.THROUGHLINE_NO_INJECT) return;
    const { injectContext } = await import("./inject-context.js");
    await injectContext(event, began);
  } catch (error) {
    if (process.env.THROUGHLINE_DEBUG) process.stderr.write(`throughline hook: ${String(error)}\n`);
  }
}

/** One write to a file opened for appending: hooks at the same moment do not mix. */
function note({ agent, name, session, transcript, folder }: HostEvent): void {
  const { spool } = findHome(process.env);
  const at = new Date().toISOString();
  const line = spoolLine({ agent, event: name, session, transcript, folder, at });
  const file = join(spool, `${at.slice(0, 10)}.jsonl`);
  try {
    appendFileSync(file, line, { mode: 0o600 });
  } catch {
    mkdirSync(spool, { recursive: true, mode: 0o700 });
    appendFileSync(file, line, { mode: 0o600 });
  }
}

function readInput(): string {
  const chunks: Buffer[] = [];
  const chunk = Buffer.allocUnsafe(65_536);
  let kept = 0;
  for (;;) {
    const bytes = readSome(chunk);
    if (bytes === 0) return Buffer.concat(chunks).toString("utf8");
    if (kept < maxBytes) chunks.push(Buffer.from(chunk.subarray(0, bytes)));
    kept += bytes;
  }
}

/** Reading without an event loop is the fastest way, but a pipe may have nothing yet. */
function readSome(chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(0, chunk);
    } catch (error) {
      const code = (error as { code?: string }).code;
      if (code === "EOF") return 0;
      if (code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}
