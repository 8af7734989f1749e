/** Mulberry32: the same sequence for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function randomFrom<T>(items: readonly T[], random: () => number): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("nothing to choose from");
  return item;
}

/** Texts that break parsers, terminals, file names, SQL and regular expressions. Paths stay inside the test's folder. */
const texts: readonly string[] = [
  "",
  " ",
  "\n",
  "a",
  "shop",
  "main",
  "HEAD",
  "2026-01-01",
  "1d",
  "-1",
  "0",
  "true",
  "null",
  "undefined",
  "[]",
  "{}",
  "\0",
  "a\0b",
  "\ud800",
  "x\udfff y",
  "\u202eevil",
  "\x1b[2J\x1b]52;c;AAAA\x07",
  "\x9b31m",
  "\u2028",
  "é".normalize("NFD"),
  ..."' OR 1=1 --|\"; DROP TABLE memories;|%_%|\\|`rm -rf x`|$(id)|$x|{{x}}|<script>|</throughline-context>".split("|"),
  "(",
  "[",
  "*",
  "**",
  "src/**",
  "*.ts",
  "a".repeat(300),
  "🙂".repeat(50),
  "..",
  ".",
  "../x",
  "a/../../x",
  "con",
  "a:b",
  "~",
  "knowledge/tech-stack",
  "knowledge.tech-stack",
  "state.current_task",
  "__proto__",
  "constructor",
  "toString",
  "word ".repeat(20_000),
  "9".repeat(400),
  "1e999",
  "NaN",
  "2026-99-99",
  "--help",
  "-",
  "rule:x",
  "sha256:",
];
const numbers: readonly number[] = [0, 1, -1, 2, 5, 100, 101, 1e9, -1e9, 0.5, 1e308, Number.MAX_SAFE_INTEGER, 2 ** 53];

interface PropertySchema {
  readonly type?: string;
  readonly enum?: readonly string[];
}

/** A value for a field: mostly of its type, often extreme, sometimes of another type. */
export function badValue({ type, enum: values }: PropertySchema, random: () => number): unknown {
  if (random() < 0.1) return randomFrom<unknown>([null, [], {}, 1, "x", true, [[]], { a: { b: "\0" } }], random);
  if (values && random() < 0.9) return randomFrom(values, random);
  switch (type) {
    case "integer":
    case "number":
      return randomFrom(numbers, random);
    case "boolean":
      return random() < 0.5;
    case "array":
      return Array.from({ length: Math.floor(random() * 4) }, () => randomFrom(texts, random));
    case "object":
      return { [randomFrom(texts, random)]: randomFrom(texts, random) };
    default:
      return randomFrom(texts, random);
  }
}
