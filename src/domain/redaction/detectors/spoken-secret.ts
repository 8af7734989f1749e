import { entropy, minEntropyOf } from "../heuristics/entropy.js";
import { isPlaceholder } from "../heuristics/is-placeholder.js";
import { looksRandom } from "../heuristics/looks-random.js";
import { isPasswordLike } from "../heuristics/password-like.js";
import { beginsWord } from "../scan/boundary.js";
import type { Detector, Scan } from "../scan/scan.js";

const maxLength = 256;
const minToken = 16;

/** "The password is …", as people write it to each other and to agents. */
export const spokenPassword: Detector = {
  words: ["password is ", "password to ", "passwort ist ", "passwd is ", "pwd is ", "passphrase is ", "pin is "],
  detect(scan, start, end) {
    report(scan, start, end, isPasswordLike);
  },
};

/** "The API key is …", and commands that set a name with a blank: `setx API_KEY …`. */
export const spokenToken: Detector = {
  words: [
    "key is ",
    "token is ",
    "secret is ",
    "api_key ",
    "apikey ",
    "secret_key ",
    "access_key ",
    "auth_token ",
    "access_token ",
  ],
  detect(scan, start, end) {
    report(scan, start, end, isToken);
  },
};

function report(scan: Scan, start: number, end: number, isSecret: (value: string) => boolean): void {
  const { text } = scan;
  const opening = /^[`"'*]{0,3}/.exec(text.slice(end, end + 3))?.[0].length ?? 0;
  const from = end + opening;
  const value = (/^[^\s`"'\\<>]*/.exec(text.slice(from, from + maxLength))?.[0] ?? "").replace(/[.,;:?)*\]}]+$/, "");
  scan.steps += value.length + 4;
  if (isSecret(value) && mayBeSpoken(text, start)) scan.report("spoken-secret", from, from + value.length);
}

/** "monkey is" and "broken is" do not speak of keys and tokens; `my_secret_key` does. */
function mayBeSpoken(text: string, start: number): boolean {
  return beginsWord(text, start) || text[start - 1] === "_";
}

function isToken(value: string): boolean {
  if (value.length < minToken || !/^[\w.+/=~-]+$/.test(value) || isPlaceholder(value)) return false;
  return looksRandom(value, 0, value.length) && entropy(value, 0, value.length) >= minEntropyOf(value.length);
}
