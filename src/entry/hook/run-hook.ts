import { appendFileSync, readFileSync, readSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { systemCode } from "../../base/errors.js";
import { isDistillFolder } from "../../domain/archive/ingest/distill-folder.js";
import { spoolLine } from "../../domain/archive/ingest/spool-line.js";
import { mayHoldToken } from "../../domain/redaction/may-hold-token.js";
import { makeFolder } from "../../engine/make-folder.js";
import type { HostEvent } from "../../hosts/payload.js";
import { actionAnswer, answerFor, readHookArguments, readHostEvent } from "../../hosts/read-payload.js";
import { findHome } from "../wiring/find-home.js";
import { noteReceipt } from "./note-receipt.js";

// Hooks run inside an agent's turn and must never stop it. Therefore only the answer that the host expects is printed,
// the exit code is 0 unless a guard stops an action, and no library is loaded for an event that is only recorded.

/** Payloads beyond this are read to their end, because the host waits for that, but dropped. */
const maxBytes = 10 * 1024 * 1024;

/** `throughline hook`: records that a transcript grew, answers where the host asks for context, and ends. */
export async function runHook(argv: readonly string[]): Promise<void> {
  for (const kind of ["uncaughtException", "unhandledRejection"]) process.on(kind, endQuietly);
  try {
    const options = readHookArguments(argv);
    if (options.home !== "") process.env.THROUGHLINE_HOME = options.home;
    const event = readHostEvent(readInput(), options, process.env.HOME || homedir());
    if (event && !isDistillFolder(event.folder) && !isHandledElsewhere(event, options.host))
      await answer(hasToken(event) ? await withoutSecrets(event) : event);
  } catch (error) {
    report(error);
  }
  // Timers or a database that is still open must not keep the host waiting.
  process.exit();
}

/** A host that runs the hooks of another one and has its own from us runs both: only its own ones count. */
function isHandledElsewhere({ ownHooks }: HostEvent, host: string): boolean {
  if (ownHooks === undefined) return false;
  const installed = /hook --host ([\w-]+)/.exec(readOrNothing(ownHooks))?.[1];
  return installed !== undefined && installed !== host;
}

const hasToken = ({ name, session, transcript, folder }: HostEvent): boolean =>
  mayHoldToken(`${name} ${session} ${transcript} ${folder}`);

async function withoutSecrets(event: HostEvent): Promise<HostEvent> {
  const { redactEvent } = await import("./redact-event.js");
  return redactEvent(event);
}

async function answer(event: HostEvent): Promise<void> {
  if (event.occasion === "action" && !(await concernsSomeRule(event))) return;
  if (event.transcript) attempt(() => note(event));
  if (event.occasion === "file" && !(await concernsSomeLesson(event))) return;
  if (event.occasion === "other" || process.env.THROUGHLINE_NO_INJECT) return;
  if (event.occasion === "turn-end" && !mayAskAtEnd(event.folder || process.cwd())) return;
  try {
    const { injectContext } = await import("./inject-context.js");
    await injectContext(event, ({ text, effect }) =>
      event.occasion === "action" ? actionAnswer(event, effect, text) : answerFor(event, text),
    );
  } catch (error) {
    report(error);
    attempt(() => noteReceipt(findHome(process.env), event, { result: "missed", reason: String(error) }));
  }
}

/** Most turns end without a word of ours: nothing is loaded for that, unless a setting may ask for one. */
function mayAskAtEnd(folder: string): boolean {
  const mentions = (path: string) => readOrNothing(path).includes("atEnd");
  for (let at = folder; !mentions(join(at, ".throughline.json")); at = dirname(at))
    if (dirname(at) === at)
      return Boolean(process.env.THROUGHLINE_LEARNING_AT_END) || mentions(findHome(process.env).config);
  return true;
}

function readOrNothing(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** Nearly all actions concern nothing: they pass without a database, and without a trace. */
async function concernsSomeRule({ action, folder }: HostEvent): Promise<boolean> {
  const { isConcerned } = await import("./is-concerned.js");
  return action !== undefined && isConcerned(findHome(process.env).guards, action, folder || process.cwd());
}

async function concernsSomeLesson({ file, folder }: HostEvent): Promise<boolean> {
  const { isMentioned } = await import("./is-concerned.js");
  return isMentioned(findHome(process.env).guards, file, folder || process.cwd());
}

/** A home that is not writable must not prevent an answer. */
function attempt(action: () => void): void {
  try {
    action();
  } catch (error) {
    report(error);
  }
}

function report(error: unknown): void {
  if (!process.env.THROUGHLINE_DEBUG) return;
  try {
    process.stderr.write(`throughline hook: ${String(error)}\n`);
  } catch {}
}

function endQuietly(error: unknown): void {
  report(error);
  process.exit(0);
}

/** One append per event, so that lines of concurrent hooks do not mix. */
function note({ agent, name, session, transcript, folder }: HostEvent): void {
  const { spool } = findHome(process.env);
  const at = new Date().toISOString();
  const line = spoolLine({ agent, event: name, session, transcript, folder, at });
  const file = join(spool, `${at.slice(0, 10)}.jsonl`);
  try {
    appendFileSync(file, line, { mode: 0o600 });
  } catch {
    makeFolder(spool, 0o700);
    appendFileSync(file, line, { mode: 0o600 });
  }
}

function readInput(): string {
  const chunks: Buffer[] = [];
  const chunk = Buffer.allocUnsafe(65_536);
  let total = 0;
  for (;;) {
    const bytes = readSome(chunk);
    if (bytes === 0) return Buffer.concat(chunks).toString("utf8");
    if (total < maxBytes) chunks.push(Buffer.from(chunk.subarray(0, bytes)));
    total += bytes;
  }
}

/** Synchronous reading starts fastest, but a pipe may still be empty. */
function readSome(chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(0, chunk);
    } catch (error) {
      const code = systemCode(error);
      if (code === "EOF") return 0;
      if (code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}
