import { createInterface } from "node:readline/promises";

/** A yes-or-no question on the terminal, on standard error so that the output stays the command's answer. */
export async function askPerson(question: string): Promise<boolean | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}

/** On standard error, so that the output stays the command's answer. */
export const notifyPerson = (line: string): void => void process.stderr.write(`${line}\n`);
