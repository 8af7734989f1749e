import type { Key, KeyName } from "../screen.js";

const controls: Readonly<Record<string, KeyName>> = {
  "\r": "enter",
  "\n": "enter",
  "\x03": "interrupt",
  "\x08": "backspace",
  "\x7f": "backspace",
  "\x0e": "down",
  "\x10": "up",
  "\x15": "deleteLine",
  "\x17": "deleteWord",
};

/** What follows `ESC [` or `ESC O`, without modifiers. Terminals differ for home and end. */
const sequences: Readonly<Record<string, KeyName>> = {
  A: "up",
  B: "down",
  H: "home",
  F: "end",
  "1~": "home",
  "4~": "end",
  "5~": "pageUp",
  "6~": "pageDown",
  "7~": "home",
  "8~": "end",
};

const esc = "\x1b";
export const pasteBegin = `${esc}[200~`;
const pasteEnd = `${esc}[201~`;

const keysNamed = (kind: KeyName | undefined): Key[] => (kind === undefined ? [] : [{ kind }]);

export interface ReadKeys {
  readonly keys: readonly Key[];
  /** The beginning of an incomplete sequence. */
  readonly rest: string;
}

/** Parses terminal input into keys; skips unsupported sequences. */
export function readKeys(input: string): ReadKeys {
  const keys: Key[] = [];
  let rest = input;
  for (let parsed = parseNext(rest); parsed !== undefined; parsed = parseNext(rest)) {
    keys.push(...parsed.keys);
    rest = rest.slice(parsed.length);
  }
  return { keys, rest };
}

interface ParsedKeys {
  readonly keys: readonly Key[];
  readonly length: number;
}

/** Undefined at the end, or at an incomplete sequence. */
function parseNext(input: string): ParsedKeys | undefined {
  if (input === "" || input === esc) return undefined;
  if (input.startsWith(esc)) return input.startsWith(pasteBegin) ? parsePaste(input) : parseSequence(input.slice(1));
  const [text] = /^\P{Cc}+/u.exec(input) ?? [];
  if (text !== undefined) return { keys: [{ kind: "text", text }], length: text.length };
  return { keys: keysNamed(controls[input.charAt(0)]), length: 1 };
}

/** Pasted line ends are text: they must not act as enter. */
function parsePaste(input: string): ParsedKeys | undefined {
  const end = input.indexOf(pasteEnd);
  if (end < 0) return undefined;
  const text = input.slice(pasteBegin.length, end).replace(/\p{Cc}+/gu, " ");
  return { keys: [{ kind: "text", text }], length: end + pasteEnd.length };
}

function parseSequence(input: string): ParsedKeys | undefined {
  if (input.startsWith(esc)) return { keys: keysNamed("escape"), length: 1 };
  if (/^[[O][;\d]*$/.test(input)) return undefined;
  const [match, number = "", end = ""] = /^[[O](\d*)[;\d]*([A-Za-z~])/.exec(input) ?? [];
  if (match !== undefined)
    return { keys: keysNamed(sequences[end === "~" ? number + end : end]), length: 1 + match.length };
  // A letter with the Alt key, or a sequence of a kind that no key here sends.
  return { keys: [], length: 1 + String.fromCodePoint(input.codePointAt(0) ?? 0).length };
}

/** The keys of an incomplete sequence after the timeout: the escape key, or none. */
export const keysOfRest = (rest: string): Key[] => (rest === esc ? keysNamed("escape") : []);
