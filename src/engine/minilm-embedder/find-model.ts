import { join } from "node:path";
import type { CheckedFile } from "./checked-file.js";

/** The sha256 of each file. The build makes the first one of the model's weights and the adapter, always the same. */
const checksums = {
  "minilm.bin": "f8525458d6797391c27a0fa6934d8d49827b1c9a0e4af7f98ec4badaae25086b",
  "minilm-table.bin": "d624a91f76700c27ad53734ec5b0b4149cde8d9908f0bf8256318e4e6a06efe3",
};

export interface ModelFiles {
  readonly encoder: CheckedFile;
  /** Static embeddings: the fallback while the model loads, and where it cannot be loaded. */
  readonly table: CheckedFile;
}

/** The files of the model in the folder that holds them, such as `dist`. */
export const modelFilesIn = (folder: string): ModelFiles => ({
  encoder: fileIn(folder, "minilm.bin"),
  table: fileIn(folder, "minilm-table.bin"),
});

const fileIn = (folder: string, name: keyof typeof checksums): CheckedFile => ({
  path: join(folder, name),
  sha256: checksums[name],
});

/** Stored with vectors, by the sha256 of the weights and of the adapter: those of another model are never compared. */
export const modelName = "minilm-l6-v2-fp16@6638f625a0a6+648fce3321cb";
