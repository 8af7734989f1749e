import type { Random } from "../../test/redaction/random.js";
import { parseExpression, sampleOf } from "../../test/redaction/regular-expression.js";

/** A token of Go or Python source, as far as string constants need it. */
export interface Token {
  readonly kind: "string" | "name" | "sign";
  readonly value: string;
}

/** What names stand for: string constants of the file. */
export type Names = ReadonlyMap<string, string>;

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

/** Splits Go or Python source into strings, names and signs; comments are dropped. */
export function tokenize(source: string, language: "go" | "python"): Token[] {
  const pattern =
    language === "go"
      ? /\/\/[^\n]*|\/\*[\s\S]*?\*\/|`([^`]*)`|"((?:[^"\\\n]|\\.)*)"|'(?:[^'\\\n]|\\.)*'|([A-Za-z_][\w.]*)|\S/g
      : /#[^\n]*|[rubf]{0,2}"""([\s\S]*?)"""|[rubf]{0,2}'''[\s\S]*?'''|[rub]{0,2}"((?:[^"\\\n]|\\.)*)"|[rub]{0,2}'((?:[^'\\\n]|\\.)*)'|([A-Za-z_][\w.]*)|\S/g;
  return [...source.matchAll(pattern)].flatMap((match) => toToken(match, language));
}

function toToken(match: RegExpExecArray, language: "go" | "python"): Token[] {
  const [whole, first, second, third, fourth] = match;
  const isComment = language === "go" ? /^\/[/*]/.test(whole) : whole.startsWith("#");
  if (isComment) return [];
  if (language === "go") {
    if (first !== undefined) return [{ kind: "string", value: first }];
    if (second !== undefined) return [{ kind: "string", value: unescapeText(second) }];
    return [{ kind: third === undefined ? "sign" : "name", value: whole }];
  }
  const quoted = first ?? second ?? third;
  if (quoted !== undefined) return [{ kind: "string", value: whole.startsWith("r") ? quoted : unescapeText(quoted) }];
  return [{ kind: fourth === undefined ? "sign" : "name", value: whole }];
}

const unescapeText = (text: string) =>
  text.replace(/\\(x[\da-f]{2}|u[\da-f]{4}|.)/gi, (_, code: string) =>
    code.length > 1 ? String.fromCharCode(Number.parseInt(code.slice(1), 16)) : (escapes[code] ?? code),
  );

/** Constants of the file: `name = "…"` and `name := "…"`. */
export function readNames(tokens: readonly Token[], random: Random): Names {
  const names = new Map<string, string>();
  tokens.forEach((token, at) => {
    if (token.kind !== "name" || names.has(token.value)) return;
    const sign = tokens[at + 1]?.value === ":" ? at + 2 : at + 1;
    if (tokens[sign]?.value !== "=") return;
    const { value } = evaluate(tokens, sign + 1, names, random);
    if (value !== undefined) names.set(token.value, value);
  });
  return names;
}

interface Evaluated {
  /** Undefined for what is not a string constant. */
  readonly value: string | undefined;
  readonly next: number;
}

/** The string that begins at a token: literals, names, `+`, adjacency, `fmt.Sprintf` and `.format`. */
export function evaluate(tokens: readonly Token[], from: number, names: Names, random: Random): Evaluated {
  let { value, next } = evaluateOne(tokens, from, names, random);
  while (value !== undefined) {
    const token = tokens[next];
    const isAdjacent = token?.kind === "string";
    if (token?.value !== "+" && !isAdjacent) break;
    const right = evaluateOne(tokens, isAdjacent ? next : next + 1, names, random);
    value = right.value === undefined ? undefined : value + right.value;
    next = right.next;
  }
  return { value, next };
}

function evaluateOne(tokens: readonly Token[], from: number, names: Names, random: Random): Evaluated {
  const token = tokens[from];
  if (token?.kind === "string") return applyFormat(tokens, from + 1, token.value, names, random);
  if (token?.kind !== "name") return { value: undefined, next: from + 1 };
  if (tokens[from + 1]?.value !== "(") {
    const [name = "", method] = token.value.split(/\.(?=format$)/);
    const value = names.get(name);
    if (method === undefined || value === undefined) return { value, next: from + 1 };
  }
  const { values, next } = readArguments(tokens, from + 1, names, random);
  return { value: call(token.value, values, names, random), next };
}

function applyFormat(tokens: readonly Token[], next: number, text: string, names: Names, random: Random): Evaluated {
  if (tokens[next]?.value !== "." || tokens[next + 1]?.value !== "format") return { value: text, next };
  const read = readArguments(tokens, next + 2, names, random);
  return { value: formatPython(text, read.values), next: read.next };
}

type Arguments = readonly (readonly [name: string | undefined, value: string | undefined])[];

/** The arguments between the parentheses that open at `from`. */
function readArguments(
  tokens: readonly Token[],
  from: number,
  names: Names,
  random: Random,
): { values: Arguments; next: number } {
  const values: [string | undefined, string | undefined][] = [];
  let at = from + 1;
  while (at < tokens.length && tokens[at]?.value !== ")") {
    const keyword = tokens[at]?.kind === "name" && tokens[at + 1]?.value === "=" ? tokens[at]?.value : undefined;
    const { value, next } = evaluate(tokens, keyword === undefined ? at : at + 2, names, random);
    values.push([keyword, value]);
    at = skipTo(tokens, next, [",", ")"]);
    if (tokens[at]?.value === ",") at++;
  }
  return { values, next: at + 1 };
}

/** The next of the signs at this level of brackets. */
export function skipTo(tokens: readonly Token[], from: number, signs: readonly string[]): number {
  let depth = 0;
  for (let at = from; at < tokens.length; at++) {
    const { kind, value } = tokens[at] as Token;
    if (kind !== "sign") continue;
    if (depth === 0 && signs.includes(value)) return at;
    if ("([{".includes(value)) depth++;
    if (")]}".includes(value)) depth--;
    if (depth < 0) return at;
  }
  return tokens.length;
}

function formatPython(text: string, values: Arguments): string | undefined {
  let position = 0;
  let isComplete = true;
  const formatted = text.replace(/\{\{|\}\}|\{(\w*)\}/g, (whole, name: string | undefined) => {
    if (name === undefined) return whole.slice(1);
    const value = name === "" ? values[position++]?.[1] : values.find(([keyword]) => keyword === name)?.[1];
    isComplete &&= value !== undefined;
    return value ?? "";
  });
  return isComplete ? formatted : undefined;
}

const alphabets: Readonly<Record<string, string>> = {
  "utils.Hex": "[a-f0-9]",
  "utils.Numeric": "[0-9]",
  "utils.AlphaNumeric": "[a-z0-9]",
  "utils.AlphaNumericExtended": "[a-z0-9=_\\-]",
  "utils.AlphaNumericExtendedShort": "[a-z0-9_-]",
  "utils.AlphaNumericExtendedLong": "[a-z0-9\\/=_\\+\\-]",
};

function call(name: string, values: Arguments, names: Names, random: Random): string | undefined {
  const first = values[0]?.[1];
  if (name.endsWith(".format")) return formatPython(names.get(name.slice(0, -7)) ?? "", values);
  if (name === "utils.Hex8_4_4_4_12") return "[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}";
  if (first === undefined) return undefined;
  if (name === "fmt.Sprintf") return formatGo(first, values.slice(1));
  if (name === "secrets.NewSecret" || name === "newPlausibleSecret" || name === "secrets.NewSecretWithEntropy")
    return sampleOf(parseExpression(first), random);
  return alphabets[name] === undefined ? undefined : `${alphabets[name]}{${first}}`;
}

function formatGo(text: string, values: Arguments): string | undefined {
  let position = 0;
  let isComplete = true;
  const formatted = text.replace(/%([svqd%])/g, (_, verb: string) => {
    if (verb === "%") return "%";
    const value = values[position++]?.[1];
    isComplete &&= value !== undefined;
    return verb === "q" ? JSON.stringify(value ?? "") : (value ?? "");
  });
  return isComplete ? formatted : undefined;
}
