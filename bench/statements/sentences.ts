import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Opening, SentencePlace } from "../../src/domain/archive/extract/statements/sentence-features.js";
import { classes } from "../../src/domain/archive/extract/statements/statement-model.js";
import type { Statement } from "../../src/store/archive/exchange.js";

/** A sentence with what it is, as a person labeled it. */
export interface LabeledSentence {
  readonly voice: string;
  readonly by: Statement["by"];
  readonly kind: (typeof classes)[number];
  readonly text: string;
  /** Whether a prompt opened with it. */
  readonly opening?: Opening | undefined;
  readonly place?: SentencePlace | undefined;
  /** The session that it is from, where all of that is labeled. */
  readonly session?: string;
}

/** `sentences` trains the model; the mistakes in `held-out` were never looked at. */
export type Part = "sentences" | "held-out";

/** One file per voice: `# <speaker> <kind>`, then one sentence a line. */
export function readSentences(part: Part): LabeledSentence[] {
  const folder = join(import.meta.dirname, part);
  return readdirSync(folder)
    .toSorted()
    .flatMap((file) => parseVoice(file.replace(/\.txt$/, ""), readFileSync(join(folder, file), "utf8")));
}

function parseVoice(voice: string, text: string): LabeledSentence[] {
  let by: Statement["by"] = "person";
  let kind: LabeledSentence["kind"] = "none";
  const sentences: LabeledSentence[] = [];
  for (const line of text.split("\n").filter(Boolean)) {
    const heading = /^# (person|agent) (\w+)$/.exec(line);
    if (!heading) sentences.push({ voice, by, kind, text: line });
    else {
      by = heading[1] === "agent" ? "agent" : "person";
      kind = classes.find((one) => one === heading[2]) ?? "none";
    }
  }
  return sentences;
}
