import {
  type AssignedRule,
  isPrefixedRule,
  type PrefixedRule,
  type Rule,
  secretRules,
} from "../../src/domain/redaction/rules/secret-rules.js";
import { lettersOf } from "../../src/domain/redaction/scan/alphabets.js";
import { type Part, parseTokenPattern } from "../../src/domain/redaction/scan/parse-token-pattern.js";
import { shannon } from "./public-rules.js";
import type { Random } from "./random.js";
import { specialTokens } from "./special-tokens.js";

/** A text that holds a secret, and the secret, which must be gone afterwards. */
export interface Planted {
  readonly rule: string;
  readonly text: string;
  readonly secret: string;
}

/** Surroundings in which tokens turn up: code, settings, transcripts, terminals. */
const surroundings: readonly ((token: string) => string)[] = [
  (token) => token,
  (token) => `const value = "${token}";`,
  (token) => `Use ${token}, then restart.`,
  (token) => `{"content":"first line\\n${token}\\nlast line"}`,
  (token) => `curl https://host.test/path?k=${token}&x=1`,
  (token) => `(${token})`,
  (token) => `\u001b[32m${token}\u001b[0m`,
  (token) => `ключ — ${token} 🔑`,
];

const assignments: readonly ((name: string, value: string) => string)[] = [
  (name, value) => `${name} = "${value}"`,
  (name, value) => `${name}=${value}`,
  (name, value) => `${name}: ${value}\n`,
  (name, value) => `{"${name}": "${value}"}`,
  (name, value) => `{"line":"{\\"${name}\\": \\"${value}\\"}"}`,
  (name, value) => `export ${name.toUpperCase()}='${value}'`,
  (name, value) => `"${name}" => '${value}',`,
  (name, value) => `const ${name}: string = "${value}";`,
];

/** `perRule` tokens for every rule of the table and every special form. */
export function tokenCorpus(random: Random, perRule: number): Planted[] {
  const drawn = secretRules.flatMap((rule) => Array.from({ length: perRule }, () => plant(rule, random)));
  const special = specialTokens.flatMap((form) => Array.from({ length: perRule }, () => form(random)));
  return [...drawn, ...special];
}

function plant(rule: Rule, random: Random): Planted {
  return isPrefixedRule(rule) ? plantPrefixed(rule, random) : plantAssigned(rule, random);
}

function plantPrefixed(rule: PrefixedRule, random: Random): Planted {
  const secret = convincing(
    rule,
    () => draw(rule.lead ?? "", random) + random.pick([rule.prefix].flat()) + draw(rule.body, random),
  );
  return { rule: rule.id, text: random.pick(surroundings)(secret), secret };
}

function plantAssigned(rule: AssignedRule, random: Random): Planted {
  const secret = convincing(rule, () => draw(rule.value, random));
  const name = `${random.pick(rule.words).replace(/,$/, "")}_${rule.nameHas ? random.pick(rule.nameHas) : random.pick(["key", "api_token", "value"])}`;
  const near = rule.near ? `# ${rule.near[0]}\n` : "";
  return { rule: rule.id, text: near + random.pick(assignments)(name, secret), secret };
}

/** Draws again where chance falls short of what the rule itself demands. */
function convincing(rule: Rule, drawOne: () => string): string {
  for (let tries = 0; tries < 100; tries++) {
    const token = drawOne();
    const lacksDigit = isPrefixedRule(rule) && rule.digit && !/\d/.test(token);
    if (shannon(token) > (rule.entropy ?? 0) && !lacksDigit) return token;
  }
  throw new Error(`Rule ${rule.id} demands more entropy than its shape has.`);
}

/** A text of the given shape. */
export function draw(notation: string, random: Random): string {
  return parseTokenPattern(notation)
    .map((part) => drawPart(part, random))
    .join("");
}

function drawPart(part: Part, random: Random): string {
  if (part.kind === "text") return part.optional && random.below(2) === 0 ? "" : random.pick(part.choices);
  const max = Math.min(part.max, part.min + 40);
  return random.text(part.min + random.below(max - part.min + 1), lettersOf(part.alphabet));
}
