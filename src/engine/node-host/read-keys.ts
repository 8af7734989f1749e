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

/** What follows `ESC [` or `ESC O`, without modifiers. Terminals do not agree on the ends of the line. */
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

const named = (kind: KeyName | undefined): Key[] => (kind === undefined ? [] : [{ kind }]);

export interface ReadKeys {
  readonly keys: readonly Key[];
  /** The beginning of something that has not arrived whole. */
  readonly rest: string;
}

/** What a terminal sends, as keys. What means nothing here is passed over. */
export function readKeys(sent: string): ReadKeys {
  const keys: Key[] = [];
  let rest = sent;
  for (let step = firstStep(rest); step !== undefined; step = firstStep(rest)) {
    keys.push(...step.keys);
    rest = rest.slice(step.length);
  }
  return { keys, rest };
}

interface Step {
  readonly keys: readonly Key[];
  readonly length: number;
}

/** Undefined where there is nothing more, or only the beginning of something. */
function firstStep(sent: string): Step | undefined {
  if (sent === "" || sent === esc) return undefined;
  if (sent.startsWith(esc)) return sent.startsWith(pasteBegin) ? paste(sent) : sequence(sent.slice(1));
  const [text] = /^\P{Cc}+/u.exec(sent) ?? [];
  if (text !== undefined) return { keys: [{ kind: "text", text }], length: text.length };
  return { keys: named(controls[sent.charAt(0)]), length: 1 };
}

/** Pasted line ends are text: they must not choose anything. */
function paste(sent: string): Step | undefined {
  const end = sent.indexOf(pasteEnd);
  if (end < 0) return undefined;
  const text = sent.slice(pasteBegin.length, end).replace(/\p{Cc}+/gu, " ");
  return { keys: [{ kind: "text", text }], length: end + pasteEnd.length };
}

function sequence(sent: string): Step | undefined {
  if (sent.startsWith(esc)) return { keys: named("escape"), length: 1 };
  if (/^[[O][;\d]*$/.test(sent)) return undefined;
  const [whole, nr = "", end = ""] = /^[[O](\d*)[;\d]*([A-Za-z~])/.exec(sent) ?? [];
  if (whole !== undefined) return { keys: named(sequences[end === "~" ? nr + end : end]), length: 1 + whole.length };
  // A letter with the Alt key, or a sequence of a kind that no key here sends.
  return { keys: [], length: 1 + String.fromCodePoint(sent.codePointAt(0) ?? 0).length };
}

/** What an unfinished beginning was after all, when nothing more came: the escape key, or nothing. */
export const keysOfRest = (rest: string): Key[] => (rest === esc ? named("escape") : []);
