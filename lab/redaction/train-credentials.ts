// Trains the model of passwords and keys in their context. Positives are lines that several hands wrote, negatives all
// else in public repositories.
// Usage: npx tsx lab/redaction/train-credentials.ts CORPORA [--hold] [--dev name,…] [--score N]
//   CORPORA  a folder with a file per repository: a JSON list of {path, text}
//   --hold   leaves out each hand in turn, and prints what is found of it
//   --dev    repositories that do not train; their false alarms are counted
//   --score  writes data/credential-weights.json with this least score
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { visitCandidates } from "../../src/domain/redaction/credentials/candidates.js";
import { featureCount, featuresOf as someFeaturesOf, type Hints } from "../../src/domain/redaction/credentials/features.js";
import { secretRules } from "../../src/domain/redaction/rules/secret-rules.js";
import { createSecretFinder } from "../../src/domain/redaction/scan/find-secrets.js";
import { passwordForms } from "../../test/redaction/password-forms.js";
import { proseForms, proseValues } from "../../test/redaction/prose-forms.js";
import { benignLookAlikes } from "../../test/redaction/benign-corpus.js";
import { seededRandom } from "../../test/redaction/random.js";

interface Line {
  readonly text: string;
  readonly secret: string | null;
}

const [corpora = "", ...options] = process.argv.slice(2);
const option = (name: string) => (options.includes(name) ? (options[options.indexOf(name) + 1] ?? "") : undefined);

let seed = 11;
const random = () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
};
const pick = <T>(list: ArrayLike<T>): T => list[Math.floor(random() * list.length)] as T;

/** Examples as lists of features, one after the other. */
class Examples {
  private ids = new Uint32Array(1 << 22);
  private length = 0;
  readonly offsets = [0];
  readonly labels: number[] = [];
  readonly groups: string[] = [];
  readonly originals: boolean[] = [];
  readonly firsts: number[] = [];

  add(features: readonly number[], label: number, group: string, isOriginal = true): void {
    const unique = [...features];
    this.firsts.push(firstCount);
    if (this.length + unique.length > this.ids.length) {
      const larger = new Uint32Array(this.ids.length * 2);
      larger.set(this.ids);
      this.ids = larger;
    }
    this.ids.set(unique, this.length);
    this.length += unique.length;
    this.offsets.push(this.length);
    this.labels.push(label);
    this.groups.push(group);
    this.originals.push(isOriginal);
  }

  features(i: number): Uint32Array {
    return this.ids.subarray(this.offsets[i], this.offsets[i + 1]);
  }
}

const finder = createSecretFinder(secretRules);

/** How many of the last features come first. */
let firstCount = 0;
const countFirst = (features: readonly number[]) => {
  firstCount = features.length;
  return true;
};
const featuresOf = (text: string, start: number, end: number, hints: Hints) =>
  someFeaturesOf(text, start, end, hints, countFirst) ?? [];

type Candidate = readonly [start: number, end: number, hints: Hints];

function candidatesIn(text: string): Candidate[] {
  const found: Candidate[] = [];
  visitCandidates(text, finder.mentions(text), (...candidate) => found.push(candidate));
  return found;
}

const values = { lower: "abcdefghijkmnopqrstuvwxyz", upper: "ABCDEFGHJKLMNPQRSTUVWXYZ", digit: "0123456789", sign: "!#$%&*+-=?@^_.~" };

function drawnValue(): string {
  const kind = random();
  const length = 8 + Math.floor(random() * (random() < 0.3 ? 32 : 10));
  const { lower, upper, digit, sign } = values;
  const alphabet =
    kind < 0.15 ? "0123456789abcdef" : kind < 0.6 ? lower + upper + digit : kind < 0.75 ? lower + digit : lower + upper + digit + sign;
  return Array.from({ length }, () => pick(alphabet)).join("");
}

const folder = join(import.meta.dirname, "credentials");
const hands = new Map<string, readonly Line[]>(
  readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .map((name) => [
      name.replace(".jsonl", ""),
      readFileSync(join(folder, name), "utf8").trim().split("\n").map((line) => JSON.parse(line) as Line),
    ]),
);
const drawing = seededRandom(7);
const tables: readonly ((value: string) => string)[] = [
  (value) => `| host | user | password |\n|------|------|----------|\n| db1 | app | - |\n| db2 | ops | ${value} |\n`,
  (value) => `host,user,password\ndb1,app,\ndb2,ops,\ndb3,ana,${value}\n`,
  (value) => `user;pass;role\nann;;reader\nbob;${value};admin\n`,
  (value) => `Service\tLogin\tSecret\ngrafana\tadmin\t-\nsentry\tops\t${value}\n`,
];
const keys: readonly ((value: string) => string)[] = [
  (value) => `The API key is ${value}.`,
  (value) => `the token for staging is ${value}`,
  (value) => `my access key: ${value} (prod)`,
  (value) => `here is the client secret ${value}`,
];
const ownForms = [...tables, ...keys, ...keys, ...Object.values(proseForms), ...Object.values(passwordForms)];
const isPlain = (secret: string | null): secret is string => secret !== null && !/\s/.test(secret);
const valuesOf = (lines: readonly Line[]) => lines.map(({ secret }) => secret).filter(isPlain);
const allValues = [...hands.values()].flatMap(valuesOf);
hands.set(
  "forms",
  ownForms.flatMap((form) =>
    [pick(allValues), pick(allValues), drawnValue(), ...Object.values(proseValues).map((make) => make(drawing))].map((secret) => ({
      text: form(secret),
      secret,
    })),
  ),
);
/** Sentences as Base64, and what looks like a secret to a careless reader. */
const encoded = [...hands.values()]
  .flat()
  .filter(({ secret }) => secret === null)
  .slice(0, 300)
  .map(({ text }) => ({ text: Buffer.from(text.slice(0, 45)).toString("base64"), secret: null }));
const lookAlikes = benignLookAlikes(drawing).flatMap(({ text }) =>
  text
    .split("\n")
    .slice(0, 300)
    .map((line, i, lines) => ({ text: lines.slice(i, i + 3).join("\n"), secret: null }))
    .filter((_, i) => i % 3 === 0),
);
hands.set("look-alikes", [...encoded, ...lookAlikes]);

const plainLines = [...hands.values()].flatMap((lines) => lines.flatMap(({ text, secret }) => (secret === null ? [text] : [])));
const versionsPerLine = 5;
const examples = new Examples();
const unreached = new Map<string, number>();

function addLine(hand: string, own: readonly string[], line: Line): void {
  const versions: Line[] = [line];
  if (isPlain(line.secret)) {
    const { secret, text } = line;
    for (let k = 0; k < versionsPerLine; k++) {
      const value = random() < 0.25 ? drawnValue() : pick(own);
      if (!/["'`\\]/.test(value)) versions.push({ text: text.replaceAll(secret, () => value), secret: value });
    }
    // As a transcript has it.
    const inJson = (one: string) => JSON.stringify(one).slice(1, -1);
    versions.push({ text: inJson(text), secret: inJson(secret) });
    // As people repeat it, and among other lines.
    versions.push({ text: `${text}\n${text}`, secret });
    for (let k = 0; k < 2; k++) versions.push({ text: [pick(plainLines), text, pick(plainLines)].join("\n"), secret });
  }
  versions.forEach(({ text, secret }, k) => {
    const places = secret === null ? [] : [...text.split(secret).keys()].slice(1).map((i) => text.split(secret).slice(0, i).join(secret).length);
    const length = secret?.length ?? 0;
    const all = candidatesIn(text);
    const isExact = all.some(([start, end]) => end - start === length && places.includes(start));
    let isReached = false;
    for (const [start, end, hints] of all) {
      const isSecret = places.some((from) => (isExact ? start === from && end === from + length : start <= from && end >= from + length && end - start <= length + 3));
      const isPart = places.some((from) => start < from + length && end > from);
      if (!isSecret && secret !== null && (isPart || k > 0)) continue;
      isReached ||= isSecret;
      for (let i = 0; i < (isSecret || secret !== null || hand !== "hand-12" ? 1 : 5); i++)
        examples.add(featuresOf(text, start, end, hints), isSecret ? 1 : 0, hand, k === 0 && i === 0);
    }
    if (k === 0 && secret !== null && !isReached) unreached.set(hand, (unreached.get(hand) ?? 0) + 1);
  });
}

for (const [hand, lines] of hands) {
  const own = valuesOf(lines);
  for (const line of lines) addLine(hand, own, line);
}
console.log(`lines: ${examples.labels.length} examples, ${examples.labels.filter(Boolean).length} secrets`);

interface Model {
  readonly weights: Float32Array;
  readonly bias: number;
}

const rate = 0.05;
const epochs = 5;

/** Logistic regression with AdaGrad. */
function train(isUsed: (i: number) => boolean): Model {
  const weights = new Float32Array(featureCount);
  const squares = new Float32Array(featureCount).fill(1e-6);
  let bias = -2;
  let biasSquares = 1e-6;
  const order = examples.labels.map((_, i) => i).filter(isUsed);
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [order[i], order[j]] = [order[j] as number, order[i] as number];
    }
    for (const i of order) {
      const features = examples.features(i);
      let sum = bias;
      for (const id of features) sum += weights[id] as number;
      const gradient = 1 / (1 + Math.exp(-sum)) - (examples.labels[i] as number);
      if (Math.abs(gradient) < 1e-4) continue;
      biasSquares += gradient * gradient;
      bias -= (rate / Math.sqrt(biasSquares)) * gradient;
      for (const id of features) {
        const own = gradient + 1e-6 * (weights[id] as number);
        squares[id] = (squares[id] as number) + own * own;
        weights[id] = (weights[id] as number) - (rate / Math.sqrt(squares[id] as number)) * own;
      }
    }
  }
  return { weights, bias };
}

const scoreOf = ({ weights, bias }: Model, features: Iterable<number>) => {
  let sum = bias;
  for (const id of features) sum += weights[id] as number;
  return sum;
};

interface Source {
  readonly path: string;
  readonly text: string;
}

const dev = new Set((option("--dev") ?? "").split(",").filter(Boolean));
const repositories = readdirSync(corpora).sort();
const nameOf = (file: string) => file.replace(".json", "");
const sourcesOf = (file: string) => JSON.parse(readFileSync(join(corpora, file), "utf8")) as Source[];
const isTraining = (i: number) => !dev.has(examples.groups[i] as string);

const knownFindings = new Map<string, readonly { start: number; end: number }[]>();
function isKnown(file: string, { path, text }: Source, start: number, end: number): boolean {
  const key = `${file}/${path}`;
  if (!knownFindings.has(key)) knownFindings.set(key, finder.find(text).findings);
  return knownFindings.get(key)?.some((one) => one.start < end && one.end > start) ?? false;
}

/** A word for passwords right before it: what is found there may be one. */
const mayBeSecret = ({ left }: Hints) => left === 1 || left === 2 || left === 5;

const sampled = 0.02;
const seen = new Set<string>();

function addNegatives(wanted: (features: readonly number[], hints: Hints) => boolean, isCertain: (hints: Hints, features: readonly number[]) => boolean): void {
  for (const file of repositories) {
    for (const source of sourcesOf(file)) {
      for (const [start, end, hints] of candidatesIn(source.text)) {
        const features = featuresOf(source.text, start, end, hints);
        if (!wanted(features, hints)) continue;
        const key = `${file}/${source.path}/${start}/${end}`;
        if (seen.has(key) || !isCertain(hints, features) || isKnown(file, source, start, end)) continue;
        seen.add(key);
        examples.add(features, 0, nameOf(file));
      }
    }
  }
}

addNegatives((_, hints) => random() < sampled * (hints.left > 0 && hints.left < 9 ? 5 : 1), () => true);
for (let round = 0; round < 2; round++) {
  const model = train(isTraining);
  addNegatives(
    (features) => scoreOf(model, features) > -3.5,
    (hints, features) => !mayBeSecret(hints) || scoreOf(model, features) < 1,
  );
  console.log(`round ${round}: ${examples.labels.length} examples`);
}

const megabytes = (files: readonly string[]) => files.reduce((sum, file) => sum + sourcesOf(file).reduce((n, { text }) => n + text.length, 0), 0) / 1e6;
const levels = [-1, 0, 0.5, 1, 1.5, 2, 3];

function falseAlarms(model: Model): string {
  const scores = examples.labels.map((_, i) => i).filter((i) => !isTraining(i)).map((i) => scoreOf(model, examples.features(i)));
  const size = megabytes(repositories.filter((file) => dev.has(nameOf(file))));
  return levels.map((level) => `${level}: ${(scores.filter((score) => score >= level).length / size).toFixed(2)}`).join("  ");
}

if (options.includes("--hold")) {
  for (const hand of hands.keys()) {
    const model = train((i) => isTraining(i) && examples.groups[i] !== hand);
    const own = examples.labels.map((_, i) => i).filter((i) => examples.groups[i] === hand && examples.originals[i]);
    const found = (label: number, level: number) =>
      own.filter((i) => examples.labels[i] === label && scoreOf(model, examples.features(i)) >= level).length;
    const secrets = own.filter((i) => examples.labels[i] === 1).length + (unreached.get(hand) ?? 0);
    console.log(hand, secrets, levels.map((level) => `${level}: ${((100 * found(1, level)) / secrets).toFixed(0)} % (${found(0, level)})`).join("  "));
  }
}

const model = train(isTraining);
if (dev.size > 0) console.log(`false alarms per MB: ${falseAlarms(model)}`);
const minScore = option("--score");
if (minScore !== undefined) {
  const firstScores = (label: number) =>
    examples.labels
      .map((_, i) => i)
      .filter((i) => examples.labels[i] === label && (label === 0 || scoreOf(model, examples.features(i)) >= Number(minScore)))
      .map((i) => scoreOf(model, examples.features(i).subarray(0, examples.firsts[i])))
      .sort((a, b) => a - b);
  const [no, yes] = [firstScores(0), firstScores(1)];
  for (const share of [0.001, 0.003, 0.005, 0.01, 0.02]) {
    const level = yes[Math.floor(yes.length * share)] as number;
    console.log(`first features: ${share} of secrets are below ${level.toFixed(2)}, of the others ${(no.findIndex((one) => one > level) / no.length).toFixed(3)}`);
  }
  const minFirst = yes[Math.floor(yes.length * 0.005)];
  const step = Math.max(...model.weights.map(Math.abs)) / 127;
  const codes = Int8Array.from(model.weights, (weight) => Math.round(weight / step));
  const text = JSON.stringify({ minScore: Number(minScore), minFirst, bias: model.bias, step, weights: Buffer.from(codes).toString("base64") });
  writeFileSync(join(import.meta.dirname, "../../data/credential-weights.json"), `${text}\n`);
}
