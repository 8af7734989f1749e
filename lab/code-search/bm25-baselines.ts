import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createPlainBm25 } from "../../bench/support/plain-bm25.js";

/** Ranks files by plain BM25 over their whole texts, and over windows of them. */
export function bm25Baselines(tree: string, paths: readonly string[]) {
  const files = paths.map((name) => ({ name, text: readFileSync(join(tree, name), "utf8") }));
  const whole = files.map(({ name, text }) => ({ name, text: `${name}\n${text}` }));
  const windows = files.flatMap(({ name, text }) => windowsOf(text).map((one) => ({ name, text: `${name}\n${one}` })));
  return { files: createPlainBm25(whole), windows: createPlainBm25(windows) };
}

const windowLines = 60;

/** Overlapping windows of a text, each half of which is in the next one too. */
function windowsOf(text: string): string[] {
  const lines = text.split("\n");
  const windows: string[] = [];
  for (let from = 0; from === 0 || from + windowLines / 2 < lines.length; from += windowLines / 2)
    windows.push(lines.slice(from, from + windowLines).join("\n"));
  return windows;
}
