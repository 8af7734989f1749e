import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { classes } from "../../src/domain/archive/extract/statements/statement-model.js";
import type { LabeledSentence } from "./sentences.js";

const folder = join(import.meta.dirname, "sessions");

interface Message {
  readonly by: LabeledSentence["by"];
  readonly sentences: readonly (readonly [label: string, text: string])[];
}

/** Whole sessions: `P:` or `A:`, then every sentence behind its label in brackets. One folder per writer. */
export const readLabeledSessions = (): LabeledSentence[] =>
  readdirSync(folder)
    .toSorted()
    .flatMap((voice) =>
      readdirSync(join(folder, voice))
        .toSorted()
        .flatMap((file) =>
          sentencesOf(voice, readFileSync(join(folder, voice, file), "utf8")).map((one) => ({ ...one, session: file })),
        ),
    );

function sentencesOf(voice: string, text: string): LabeledSentence[] {
  const messages = text.split("\n").flatMap(toMessage);
  return messages.flatMap(({ by, sentences }, at) =>
    sentences.flatMap(([label, sentence], index): LabeledSentence[] => {
      const kind = classes.find((one) => one === label);
      // What may be learned or left does not train.
      if (kind === undefined) return [];
      const isFinal = by === "agent" && messages[at + 1]?.by !== "agent";
      const place = { form: "prose", index, count: sentences.length, isFinal } as const;
      return [
        { voice, by, kind, text: sentence, opening: by === "person" && index === 0 ? "request" : undefined, place },
      ];
    }),
  );
}

function toMessage(line: string): Message[] {
  const by = line.startsWith("P: ") ? "person" : line.startsWith("A: ") ? "agent" : undefined;
  if (by === undefined) return [];
  const sentences = [...line.matchAll(/\[([a-z]+)\] (.*?)(?= \[[a-z]+\] |$)/g)];
  return [{ by, sentences: sentences.map(([, label = "", text = ""]) => [label, text] as const) }];
}
