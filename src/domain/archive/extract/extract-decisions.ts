import { sentencesOf } from "../../../base/text/sentences.js";
import type { Decision } from "../../../store/archive/exchange.js";
import { anyCue, cues, insteadOf, intention, pasted, reasonCue } from "./decision-cues.js";

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
    const why = reasoning || reasonAfter(sentences[i + 1] ?? "");
    decisions.push({
      kind: "decision",
      decision: plain(choice),
      reasoning: why,
      alternatives: alternativesIn(sentence),
    });
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

/** A reason given in the sentence that follows. */
const reasonAfter = (next: string): string =>
  /^(this|that|it|because|the reason|otherwise|reason:)\b/i.test(next) && next.length < 400 ? next : "";

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
