import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createPlainBm25, windowsOf } from "../support/plain-bm25.js";

/** Ranks files by plain BM25 over their whole texts, and over windows of them. */
export function bm25Baselines(tree: string, paths: readonly string[]) {
  const files = paths.map((name) => ({ name, text: readFileSync(join(tree, name), "utf8") }));
  const whole = files.map(({ name, text }) => ({ name, text: `${name}\n${text}` }));
  const windows = files.flatMap(({ name, text }) => windowsOf(text).map((one) => ({ name, text: `${name}\n${one}` })));
  return { files: createPlainBm25(whole), windows: createPlainBm25(windows) };
}
