import { seededRandom } from "../../test/redaction/random.js";
import { evaluate, type Names, readNames, type Token, tokenize } from "./evaluate-strings.js";
import { formOf, type PublicSample, type RepositoryReader } from "./public-sample.js";

const random = seededRandom(1);

/** The pattern tests of TruffleHog's detectors: `input:` and the secrets it must find, `want:`. */
export function readTruffleHog(repository: RepositoryReader): PublicSample[] {
  return repository
    .files(/^pkg\/detectors\/.*_test\.go$/)
    .filter(({ path }) => !path.includes("integration"))
    .flatMap(({ path, text }) => readFile(path, text));
}

function readFile(path: string, source: string): PublicSample[] {
  const rule = path.split("/")[2] ?? path;
  const tokens = tokenize(source, "go");
  const names = readNames(tokens, random);
  return tokens.flatMap((token, at): PublicSample[] => {
    if (token.value !== "input" || tokens[at + 1]?.value !== ":") return [];
    const { value: text, next } = evaluate(tokens, at + 2, names, random);
    if (text === undefined) return [];
    const wanted = readWanted(tokens, next, names);
    if (wanted === undefined) return [];
    // Its negatives of this kind are tokens of algorithms that it cannot verify, which are secrets all the same.
    if (wanted.length === 0 && rule === "jwt") return [];
    if (wanted.length === 0) return [{ rule, form: "negative", text, secrets: [], isPositive: false }];
    return wanted.flatMap((value) => {
      const secret = secretIn(text, value);
      return secret === undefined
        ? []
        : [{ rule, form: formOf(text, secret), text, secrets: [secret], isPositive: true }];
    });
  });
}

/** `want: nil` or `want: []string{…}` behind an input; undefined if the next test comes first. */
function readWanted(tokens: readonly Token[], from: number, names: Names): string[] | undefined {
  for (let at = from; at < Math.min(tokens.length, from + 40); at++) {
    if (tokens[at]?.value === "input") return undefined;
    if (tokens[at]?.value !== "want" || tokens[at + 1]?.value !== ":") continue;
    const open = tokens.findIndex((token, i) => i > at && (token.value === "{" || token.value === "nil"));
    if (tokens[open]?.value === "nil") return [];
    const values: string[] = [];
    for (let i = open + 1; i < tokens.length && tokens[i]?.value !== "}"; ) {
      const { value, next } = evaluate(tokens, i, names, random);
      if (value !== undefined && value !== "") values.push(value);
      i = Math.max(next, i + 1);
    }
    return values;
  }
  return undefined;
}

/** The secret as it is in the text; detectors of several parts join them, then the longer part that is not an address counts. */
function secretIn(text: string, value: string): string | undefined {
  if (text.includes(value)) return value;
  for (let at = value.length - 4; at >= 4; at--) {
    const [left, right] = [value.slice(0, at), value.slice(at).replace(/^[:;|.]/, "")];
    if (!text.includes(left) || !text.includes(right)) continue;
    if (isAddress(left) !== isAddress(right)) return isAddress(left) ? right : left;
    return left.length >= right.length ? left : right;
  }
  return undefined;
}

/** A host, an address or an email: the other part is what opens it. */
const isAddress = (part: string) =>
  /^[a-z]+:\/\/|^[\w.+-]+@[\w-]+\.|^[\w-]+(?:\.[\w-]+)*\.(?:com|net|org|io|co|dev)\b/i.test(part);
