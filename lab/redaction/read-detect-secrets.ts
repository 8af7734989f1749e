import { seededRandom } from "../../test/redaction/random.js";
import { evaluate, readNames, type Token, tokenize } from "./evaluate-strings.js";
import { formOf, type PublicSample, type RepositoryReader } from "./public-sample.js";

const random = seededRandom(2);

/** Addresses are no secrets here, and bare strings of high entropy can only be distinguished from hashes by their names. */
const otherPurposes = /ip_public|high_entropy/;

/** `(line, True)` and `(line, secret)` of detect-secrets' plugin tests. */
export function readDetectSecrets(repository: RepositoryReader): PublicSample[] {
  return repository
    .files(/^tests\/plugins\/.*_test\.py$/)
    .filter(({ path }) => !otherPurposes.test(path))
    .flatMap(({ path, text }) => readFile(path, text));
}

function readFile(path: string, source: string): PublicSample[] {
  const rule = path.split("/").at(-1)?.replace("_test.py", "") ?? path;
  const tokens = tokenize(source, "python");
  const names = readNames(tokens, random);
  return tokens.flatMap((token, at): PublicSample[] => {
    if (token.value !== "(" || token.kind !== "sign") return [];
    const line = evaluate(tokens, at + 1, names, random);
    if (line.value === undefined || tokens[line.next]?.value !== ",") return [];
    const label = labelAt(tokens, line.next + 1);
    if (label !== undefined) {
      return [{ rule, form: formOf(line.value, line.value), text: line.value, secrets: [], isPositive: label }];
    }
    const secret = evaluate(tokens, line.next + 1, names, random).value;
    if (secret === undefined || !line.value.includes(secret)) return [];
    return [{ rule, form: formOf(line.value, secret), text: line.value, secrets: [secret], isPositive: true }];
  });
}

function labelAt(tokens: readonly Token[], at: number): boolean | undefined {
  const { value, kind } = tokens[at] ?? { value: "", kind: "sign" };
  if (kind !== "name") return undefined;
  return value === "True" ? true : value === "False" || value === "None" ? false : undefined;
}
