import { createInterface } from "node:readline/promises";
import { setTimeout as wait } from "node:timers/promises";
import type { QuestionOptions } from "../question.js";

/**
 * A yes-or-no question on the terminal, on standard error so that the output stays the command's answer. Ctrl-C and the
 * end of the input mean no.
 */
export async function askPerson(
  question: string,
  { more, undoMs = 0 }: QuestionOptions = {},
): Promise<boolean | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const stopped = new AbortController();
  terminal.on("SIGINT", () => terminal.close());
  terminal.on("close", () => stopped.abort());
  const { signal } = stopped;
  const choices = more ? `[y/N, ${more.key}: ${more.label}]` : "[y/N]";
  try {
    let asked = `${question} ${choices} `;
    for (;;) {
      const reply = (await terminal.question(asked, { signal })).trim().toLowerCase();
      if (reply !== more?.key) return /^y(es)?$/.test(reply) && (await isUndisturbed(undoMs, signal));
      asked = `${more.text}\n${choices} `;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    notifyPerson("");
    return false;
  } finally {
    terminal.close();
  }
}

async function isUndisturbed(undoMs: number, signal: AbortSignal): Promise<true> {
  if (undoMs > 0) {
    notifyPerson(`In ${undoMs / 1000} seconds. Press Ctrl-C to stop it.`);
    await wait(undoMs, undefined, { signal });
  }
  return true;
}

/** On standard error, so that the output stays the command's answer. */
export const notifyPerson = (line: string): void => void process.stderr.write(`${line}\n`);
