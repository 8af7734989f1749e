// Packs the static embeddings that training left (train.py) as the product reads them.
// Usage: npx tsx lab/training/pack.ts RESULT
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readVocabulary } from "../../scripts/model/make-model.js";
import { tabulateHalves } from "../../scripts/model/weights.js";
import { hiddenSize } from "../../src/engine/minilm-embedder/model-layout.js";
import { packTable } from "./pack-table.js";

const [result = "."] = process.argv.slice(2);
const target = join(import.meta.dirname, "../../models/minilm-table.bin");
const names = readVocabulary();
const vectors = new Float32Array(names.length * hiddenSize);
const halfValues = tabulateHalves();
let to = 0;
for (const part of ["static-a.npy", "static-b.npy"])
  for (const half of halvesIn(join(result, part))) vectors[to++] = halfValues[half] as number;
if (to !== vectors.length) throw new Error(`${result} holds vectors of another vocabulary.`);
const table = packTable(names, vectors);
writeFileSync(target, table);
process.stdout.write(`${table.length} bytes, sha256 ${createHash("sha256").update(table).digest("hex")}\n`);

/** The numbers of a NumPy file in half precision: a header of a known length, then the numbers. */
function halvesIn(path: string): Uint16Array {
  const bytes = new Uint8Array(readFileSync(path));
  const from = 10 + new DataView(bytes.buffer).getUint16(8, true);
  return new Uint16Array(bytes.buffer.slice(from));
}
