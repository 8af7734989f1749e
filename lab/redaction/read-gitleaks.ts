import { seededRandom } from "../../test/redaction/random.js";
import { evaluate, type Names, readNames, skipTo, type Token, tokenize } from "./evaluate-strings.js";
import { formOf, type PublicSample, type RepositoryReader } from "./public-sample.js";

const random = seededRandom(3);

/** The true and false positives that gitleaks validates its rules with. */
export function readGitleaks(repository: RepositoryReader): PublicSample[] {
  const forms = readForms(repository.files(/^cmd\/generate\/config\/utils\/generate\.go$/)[0]?.text ?? "");
  return repository.files(/^cmd\/generate\/config\/rules\/.*\.go$/).flatMap(({ text }) => readFile(text, forms));
}

/** The ways to write an assignment, as `GenerateSampleSecrets` has them. */
function readForms(source: string): ReadonlyMap<string, string> {
  const tokens = tokenize(source.slice(source.indexOf("func GenerateSampleSecrets")), "go");
  const forms = new Map<string, string>();
  tokens.forEach((token, at) => {
    const value = tokens[at + 2];
    if (token.kind === "string" && tokens[at + 1]?.value === ":" && value?.kind === "string")
      forms.set(token.value, value.value);
  });
  return forms;
}

function readFile(source: string, forms: ReadonlyMap<string, string>): PublicSample[] {
  return source.split(/^func /m).flatMap((body) => {
    const tokens = tokenize(body, "go");
    const rule = stringAfter(tokens, "RuleID");
    if (rule === undefined) return [];
    const names = readNames(tokens, random);
    return tokens.flatMap((token, at) => {
      if (token.value === "utils.GenerateSampleSecrets") return generated(tokens, at, rule, names, forms);
      const isPositive = token.value === "tps";
      if (!isPositive && token.value !== "fps") return [];
      return readList(tokens, at, names).map((text) => ({
        rule,
        form: formOf(text, text),
        text,
        secrets: [],
        isPositive,
      }));
    });
  });
}

function stringAfter(tokens: readonly Token[], name: string): string | undefined {
  const at = tokens.findIndex(({ value }) => value === name);
  return tokens[at + 2]?.kind === "string" ? tokens[at + 2]?.value : undefined;
}

/** `tps := []string{…}` and `tps = append(tps, …)`. */
function readList(tokens: readonly Token[], at: number, names: Names): string[] {
  const sign = tokens[at + 1]?.value === ":" ? at + 2 : at + 1;
  if (tokens[sign]?.value !== "=") return [];
  const isAppend = tokens[sign + 1]?.value === "append";
  const open = tokens.findIndex(({ value }, i) => i > sign && value === (isAppend ? "(" : "{"));
  if (open < 0 || open > sign + 6) return [];
  const values: string[] = [];
  for (let i = open + 1; i < tokens.length; ) {
    const { value, next } = evaluate(tokens, i, names, random);
    if (value !== undefined) values.push(value);
    const end = skipTo(tokens, value === undefined ? i : next, [",", "}", ")"]);
    if (tokens[end]?.value !== ",") break;
    i = end + 1;
    if (tokens[i]?.value === "}" || tokens[i]?.value === ")") break;
  }
  return values;
}

function generated(
  tokens: readonly Token[],
  at: number,
  rule: string,
  names: Names,
  forms: ReadonlyMap<string, string>,
): PublicSample[] {
  const identifier = evaluate(tokens, at + 2, names, random);
  const { value: secret } = evaluate(tokens, identifier.next + 1, names, random);
  const name = identifier.value;
  if (name === undefined || secret === undefined) return [];
  return [...forms].map(([form, template]) => ({
    rule,
    form,
    text: template.replaceAll("{i}", name).replaceAll("{I}", name.toUpperCase()).replaceAll("{s}", secret),
    secrets: [secret],
    isPositive: true,
  }));
}
