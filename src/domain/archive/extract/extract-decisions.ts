import words from "../../../../data/decision-cues.json" with { type: "json" };
import { sentencesOf } from "../../../base/text/sentences.js";
import type { Decision } from "../../../store/archive/exchange.js";

// Words that state a choice, its reason and its alternatives, in the languages that people write to agents in. Word
// ends are found by letters, because \b knows only English ones.

const parts: Readonly<Record<string, string>> = words.parts;

/** `<<name>>` stands for the part of that name. */
const expressionOf = ({ match, flags = "" }: { match: string; flags?: string }): RegExp =>
  new RegExp(
    match.replace(/<<(\w+)>>/g, (_, name: string) => parts[name] ?? ""),
    flags,
  );

/** A sentence with one of these states a choice. */
export const cues = words.cues.map(expressionOf);

/** Said of oneself and the next step, this is a plan or a report; with a reason or an alternative it is a choice. */
export const intention = expressionOf(words.intention);

/** A text without any of these states no choice: most texts, and most sentences of the others, need only this test. */
export const anyCue = expressionOf(words.anyCue);

const reasonCue = expressionOf(words.reasonCue);

/** What follows one of these was not chosen. */
const insteadOf = expressionOf(words.insteadOf);

/** A pasted line of a log or a trace. */
export const pasted = expressionOf(words.pasted);

/** Decisions that a text states, with why and instead of what. */
export function extractDecisions(text: string, max = 10): Decision[] {
  if (!anyCue.test(text)) return [];
  const sentences = sentencesOf(text);
  const decisions: Decision[] = [];
  for (const [i, sentence] of sentences.entries()) {
    if (decisions.length >= max) break;
    if (sentence.length < 10 || sentence.length > 600 || sentence.endsWith("?")) continue;
    if (!anyCue.test(sentence) || pasted.test(sentence) || !isChoice(sentence)) continue;
    const { choice, reasoning } = splitReason(sentence);
    const next = sentences[i + 1] ?? "";
    const isReason = /^(this|that|it|because|the reason|otherwise|reason:)\b/i.test(next) && next.length < 400;
    const why = reasoning || (isReason ? next : "");
    const alternatives = alternativesIn(sentence);
    decisions.push({ kind: "decision", decision: plain(choice), reasoning: why, alternatives });
  }
  return decisions;
}

const isChoice = (sentence: string): boolean =>
  cues.some((cue) => cue.test(sentence))
    ? !intention.test(sentence) || isArgued(sentence) || cues.some((cue) => cue.test(sentence.replace(intention, "")))
    : intention.test(sentence) && isArgued(sentence);

/** With a reason or with what was not chosen. */
const isArgued = (sentence: string): boolean => reasonCue.test(sentence) || alternativesIn(sentence).length > 0;

function splitReason(sentence: string): { choice: string; reasoning: string } {
  const match = reasonCue.exec(sentence);
  if (!match || match.index < 12) return { choice: sentence, reasoning: "" };
  const rest = sentence.slice(match.index + match[0].length).trim();
  const word = match[1] ?? match[2] ?? "";
  const joins = !/^(?:so that|as |which |to avoid|in order to|for better|damit|afin de)/i.test(word);
  const reasoning = joins ? rest : `${word} ${rest}`;
  return rest.length < 4
    ? { choice: sentence, reasoning: "" }
    : { choice: sentence.slice(0, match.index), reasoning: ended(reasoning) };
}

const ended = (text: string) => text.replace(/[.\s]+$/, "");

const lead =
  /^(?:so|ok|okay|then|therefore|after some thought|in the end|finally|decision:|for now|instead)?[,:]?\s*(?:(?:i|we|i've|we've|i have|we have|team|the team)\s+)?(?:have\s+|had\s+)?(?:decided|chose|opted|agreed)\s+(?:to|that we|for|on)\s+|^decision:\s*/i;

/** The choice without who made it: "I decided to add a timeout" → "Add a timeout". */
function plain(choice: string): string {
  const bare = ended(choice.replace(/[,;:–—-]\s*$/, "")).replace(lead, "");
  return bare.charAt(0).toUpperCase() + bare.slice(1);
}

function alternativesIn(sentence: string): string[] {
  const named = [...sentence.matchAll(insteadOf)].map(([, latin, other]) => latin ?? other ?? "");
  const considered = /\b(?:considered|alternatives?(?: were| was|:))\s+([^.;]+)/i.exec(sentence)?.[1];
  const listed = considered ? considered.split(/,|\band\b|\bor\b/) : [];
  return [...named, ...listed]
    .map((one) =>
      one.replace(/\s+(because|since|so that|as|which|due to|weil|porque|ya que|parce que|car)\b.*$/i, "").trim(),
    )
    .filter((one) => one.length > 1 && one.length < 120)
    .slice(0, 5);
}
