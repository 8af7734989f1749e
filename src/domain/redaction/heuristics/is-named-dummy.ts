import { wordList } from "../scan/word-list.js";
import { hasUsualPairs, readsLikeName } from "./looks-random.js";

/** Words that say of a value that it is a stand-in, or what it stands for: a machine does not draw them. */
const tellingWords = new Set(
  wordList(`
  test tests testing tester fake mock mocked stub dummy example sample demo placeholder sandbox foo bar baz
  password passwd passwort passphrase pass pwd pw secret secrets token tokens key keys apikey credential credentials
  api cred creds my abc abcd def xyz auth oauth jwt bearer payload signature value string invalid valid wrong expired empty missing unknown random
  custom updated changed original initial default
`),
);
/** These tell inside a longer word too: `nouppercasepassword`. */
const tellingParts = /password|passwd|secret|placeholder|example|blah|^(?:test|fake|mock|dummy)/;

const maxLength = 64;
const maxUnexplained = 5;
/** The signs of a keyboard in their order. */
const signRow = /!@#[$%^&*()_+]*/;

/** `proxy-token-1`, `PlaywrightTest123`, `k8s_jwt_token`: readable words, one of which tells what it stands for. */
export function isNamedDummy(value: string): boolean {
  const plain = value.replace(signRow, "");
  if (plain.length > maxLength || !/^[^\w]?[\w.: -]+[^\w]{0,2}$/.test(plain)) return false;
  const parts = plain.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? [];
  const words = parts.filter((part) => !/^\d/.test(part)).map((part) => part.toLowerCase());
  const telling = words.filter((word) => tellingWords.has(word) || tellingParts.test(word)).join("").length;
  if (telling === 0) return false;
  const numbers = parts.filter((part) => /^\d/.test(part));
  if (numbers.length > 2 || !numbers.every(isPlainNumber)) return false;
  return words.reduce((sum, word) => sum + unexplainedLetters(word), 0) <= Math.min(telling, maxUnexplained);
}

/** A number that counts up, repeats, or is short. */
export const isPlainNumber = (number: string) =>
  number.length <= 3 || "1234567890".startsWith(number) || /^(?:(\d)\1+|(\d{2,4})\2+\d{0,2})$/.test(number);

/** The letters of what is not a word. */
function unexplainedLetters(word: string): number {
  if (tellingWords.has(word)) return 0;
  if (word.length > 3) return readsLikeName(word, 0, word.length) ? 0 : word.length;
  return word.length > 1 && hasUsualPairs(word) ? 0 : word.length;
}
