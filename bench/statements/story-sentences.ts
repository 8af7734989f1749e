import { splitMessage } from "../../src/domain/archive/extract/statements/split-sentences.js";
import { classes } from "../../src/domain/archive/extract/statements/statement-model.js";
import { hasFact, matches } from "../handover/score.js";
import { type Part, readStories, type Story, type Turn } from "../handover/story.js";
import type { LabeledSentence } from "./sentences.js";

/** Kinds of facts that the classifier has no class of its own for. */
const classOf: Readonly<Record<string, LabeledSentence["kind"]>> = {
  ...{ rule: "preference", convention: "preference", reversal: "decision", file: "decision" },
};

/** Sentences of sessions, labeled by what their story needs, lists as true or forbids. */
export const storySentences = (part: Part): LabeledSentence[] =>
  readStories(part).flatMap((story) => {
    const own = story.sessions.filter(({ project }) => project === undefined);
    return own.flatMap(({ turns }) => turnsByPrompt(turns).flatMap((exchange) => sentencesOf(story, part, exchange)));
  });

/** Each prompt with what follows it. */
function turnsByPrompt(turns: readonly Turn[]): Turn[][] {
  const exchanges: Turn[][] = [];
  for (const turn of turns) {
    if (turn.user !== undefined || exchanges.length === 0) exchanges.push([]);
    exchanges.at(-1)?.push(turn);
  }
  return exchanges;
}

function sentencesOf(story: Story, voice: string, turns: readonly Turn[]): LabeledSentence[] {
  const failedAt = turns.findIndex(({ exit = 0 }) => exit !== 0);
  const isRepair = failedAt >= 0 && turns.slice(failedAt).some(({ run, exit = 0 }) => run !== undefined && exit === 0);
  const final = turns.findLast(({ agent }) => agent !== undefined);
  return turns.flatMap((turn) => {
    const by = turn.user === undefined ? "agent" : "person";
    const sentences = splitMessage(turn.user ?? turn.agent ?? "");
    return sentences.flatMap(({ text, form }, index): LabeledSentence[] => {
      const kind = kindOf(story, text);
      const opening = by === "agent" || index > 0 ? undefined : isRepair ? "report" : "request";
      const place = { form, index, count: sentences.length, isFinal: turn === final };
      return kind === undefined ? [] : [{ voice, by, kind, text, opening, place }];
    });
  });
}

/** Undefined where the story does not tell: what is reversed later was true, and a fix is no statement. */
function kindOf({ facts, never, fine = [] }: Story, text: string): LabeledSentence["kind"] | undefined {
  const forbidden = never.filter(
    ({ match, unless }) => matches(match, text) && !(unless !== undefined && matches(unless, text)),
  );
  if (forbidden.length > 0) return forbidden.some(({ from = 1 }) => from <= 1) ? "none" : undefined;
  if (/\?["')”»]?$|^¿/.test(text)) return "none";
  const matching = Object.values(facts).filter((fact) => fact.kind !== "fix" && hasFact(fact, text));
  const [first] = matching.flatMap(({ kind }) => classes.find((one) => one === kind) ?? classOf[kind] ?? []);
  if (first !== undefined) return first;
  const isFix = Object.values(facts).some(
    ({ kind, accept }) => kind === "fix" && accept.some((one) => matches([one].flat().at(-1) ?? "", text)),
  );
  return isFix || fine.some((one) => matches(one, text)) ? undefined : "none";
}
