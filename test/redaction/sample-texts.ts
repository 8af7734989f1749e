import type { Random } from "./random.js";

const common =
  "the of and to in is that it for was on are as with they be at one have this from by had not but some what there we can out other were all your when up use how said an each she".split(
    " ",
  );
const technical =
  "build module config parse request response server client index value type function return const import export interface async await error message handler stream buffer".split(
    " ",
  );

const sentence = (random: Random, words: readonly string[]) =>
  `${Array.from({ length: 8 + random.below(10) }, () => random.pick(words)).join(" ")}.`;

function until(size: number, next: () => string): string {
  const parts: string[] = [];
  for (let length = 0; length < size; length += parts.at(-1)?.length ?? 0) parts.push(next());
  return parts.join("");
}

/** Plain English, a line break after some sentences. */
export function prose(random: Random, size: number): string {
  return until(size, () => `${sentence(random, [...common, ...technical])}${random.below(4) === 0 ? "\n\n" : " "}`);
}

const statements: readonly ((name: string, other: string) => string)[] = [
  (name, other) => `  const ${name} = await ${other}.get(${name}Key, { limit: 20 });\n`,
  (name, other) => `import { ${name}, type ${other} } from "../${name}/${other}.js";\n`,
  (name, other) => `export function ${name}${other}(input: ${other}Input): Promise<${name}> {\n`,
  (name, other) => `  if (${name}.token === undefined || !${other}.isAuthorized) return [];\n`,
  (name, other) => `  /** The ${name} that owns the ${other}; its key is the access path. */\n`,
  (name, other) => `  return ${name}.map((item) => item.${other}).filter(Boolean);\n}\n\n`,
  (name, other) => `  expect(${name}("${other}")).toEqual({ ${other}: "${name}", secret: undefined });\n`,
];

/** TypeScript as people write it. */
export function source(random: Random, size: number): string {
  return until(size, () => random.pick(statements)(random.pick(technical), random.pick(technical)));
}

/** One JSON object per line: prompts, answers with code, calls of tools and what they gave. */
export function transcript(random: Random, size: number): string {
  return until(size, () => {
    const event = {
      type: random.pick(["user", "assistant", "tool_use", "tool_result"]),
      uuid: [8, 4, 4, 4, 12].map((length) => random.text(length, "0123456789abcdef")).join("-"),
      timestamp: `2026-01-${10 + random.below(18)}T10:${10 + random.below(49)}:00.000Z`,
      message: {
        content: [{ type: "text", text: random.below(2) === 0 ? prose(random, 600) : source(random, 900) }],
        usage: { input_tokens: random.below(9999) },
      },
    };
    return `${JSON.stringify(event)}\n`;
  });
}

/** Text in which every other word makes a verifier look. */
export function keywordDense(random: Random, size: number): string {
  const words = [
    "key",
    "token",
    "api",
    "secret",
    "auth",
    "access",
    "password",
    "credential",
    "key:",
    "token =",
    "sk-",
    "https://",
  ];
  return until(size, () => `${random.pick(words)} ${random.pick(technical)} `);
}
