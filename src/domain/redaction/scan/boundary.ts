import { bitOf, digitBit, isIn, wordBit } from "./alphabets.js";

const hexBit = bitOf("hex");
const backslash = 92;
const percentSign = 37;

/**
 * Whether a word may begin at `at`. Beside what is no letter, digit or underscore, an escape ends there too:
 * `\n` in a JSON string, `%3D` in an address, a color code of a terminal.
 */
export function beginsWord(text: string, at: number): boolean {
  if (at === 0) return true;
  const before = text.charCodeAt(at - 1);
  if (!isIn(before, wordBit)) return true;
  return endsEscape(text, at, before);
}

function endsEscape(text: string, at: number, before: number): boolean {
  const second = text.charCodeAt(at - 2);
  if (second === backslash) return "nrtbfv0".includes(String.fromCharCode(before));
  if (before === 109) return endsColor(text, at - 1);
  if (!isIn(before, hexBit) || !isIn(second, hexBit)) return false;
  return text.charCodeAt(at - 3) === percentSign || (text[at - 5] === "u" && text.charCodeAt(at - 6) === backslash);
}

/** `ESC [ 31 ; 1 m`, raw or as JSON writes it. */
function endsColor(text: string, end: number): boolean {
  let at = end;
  while (at > end - 8 && (isIn(text.charCodeAt(at - 1), digitBit) || text[at - 1] === ";")) at--;
  if (text[at - 1] !== "[") return false;
  return text[at - 2] === "\u001b" || (text[at - 2]?.toLowerCase() === "b" && text[at - 3] === "1");
}

/** Whether a token that ends at `end` is not merely the beginning of a longer word. */
export function endsWord(text: string, end: number, bits: number): boolean {
  return !isIn(text.charCodeAt(end), bits | wordBit);
}
