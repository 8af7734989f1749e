import type { Decision } from "../../../store/archive/exchange.js";
import { sentencesOf } from "./sentences.js";

const subject = "(?:i|we|i've|we've|i'm|we're|i have|we have|let's|let us|team)";
const choose =
  "(?:use|using|go with|going with|keep|switch(?: to)?|move(?: to)?|adopt|avoid|store|stick (?:to|with)|drop|replace|migrate|standardi[sz]e on|put|make|build|write|add)";

/** Words by which somebody says that a choice was made. */
const cues: readonly RegExp[] = [
  /\b(?:decided|chose|opted|settled|agreed)\s+(?:to|on|for|against|that)\b/i,
  /\bdecision:\s*\S/i,
  new RegExp(`\\b${subject}(?:'ll| will| should|'d rather| are going to| am going to)\\s+${choose}\\b`, "i"),
  new RegExp(`\\blet's\\s+${choose}\\b`, "i"),
  /\b(?:going|went) with\b/i,
  /\b(?:choosing|chose|picked|picking|prefer(?:red)?)\b.{2,}/i,
  /\b(?:i(?:'d)? recommend|the (?:better|best) (?:choice|option|approach) is|the approach is to|it(?:'s| is) better to)\b/i,
  new RegExp(`\\b${choose}\\b[^.?!]{2,120}\\b(?:instead of|rather than)\\b`, "i"),
];

const reasonMark =
  /[,;:–—-]?\s*\b(because|since|so that|due to|given that|as (?:it|this|that|the|we|they)\b|which (?:avoids|means|lets|keeps|gives|makes)|to avoid|in order to|for better)\b\s*/i;

/** A text without any of these states no decision: most texts are through after one look. */
const anyCue =
  /decid|decision|cho[so]|opted|settled|agreed|\blet's|go(?:ing|) with|went with|pick(?:ed|ing)|prefer|recommend|better|best|approach|instead of|rather than|\b(?:i|we|team)(?:'ll|'d| will| should| are| am)\b/i;

/** Decisions that a text states, with why and instead of what. */
export function findDecisions(text: string, most = 10): Decision[] {
  if (!anyCue.test(text)) return [];
  const sentences = sentencesOf(text);
  const found: Decision[] = [];
  for (const [i, sentence] of sentences.entries()) {
    if (found.length >= most) break;
    if (sentence.length < 15 || sentence.length > 600 || sentence.endsWith("?")) continue;
    if (!cues.some((cue) => cue.test(sentence))) continue;
    const { choice, reasoning } = splitReason(sentence);
    const why = reasoning || reasonAfter(sentences[i + 1] ?? "");
    found.push({ kind: "decision", decision: plain(choice), reasoning: why, alternatives: alternativesIn(sentence) });
  }
  return found;
}

function splitReason(sentence: string): { choice: string; reasoning: string } {
  const mark = reasonMark.exec(sentence);
  if (!mark || mark.index < 12) return { choice: sentence, reasoning: "" };
  const rest = sentence.slice(mark.index + mark[0].length).trim();
  const joins = /^(because|since|due to|given that)$/i.test(mark[1] ?? "");
  const reasoning = joins ? rest : `${mark[1]} ${rest}`;
  return rest.length < 4
    ? { choice: sentence, reasoning: "" }
    : { choice: sentence.slice(0, mark.index), reasoning: ended(reasoning) };
}

/** A reason given in the sentence that follows. */
const reasonAfter = (next: string): string =>
  /^(this|that|it|because|the reason|otherwise|reason:)\b/i.test(next) && next.length < 400 ? next : "";

const ended = (text: string) => text.replace(/[.\s]+$/, "");

const lead = new RegExp(
  `^(?:so|ok|okay|then|therefore|after some thought|in the end|finally|decision:|for now|instead)?[,:]?\\s*(?:${subject}\\s+)?(?:have\\s+|had\\s+)?(?:decided|chose|opted|agreed)\\s+(?:to|that we|for|on)\\s+|^decision:\\s*`,
  "i",
);

/** The choice without who made it: "I decided to add a timeout" → "Add a timeout". */
function plain(choice: string): string {
  const bare = ended(choice.replace(/[,;:–—-]\s*$/, "")).replace(lead, "");
  return bare.charAt(0).toUpperCase() + bare.slice(1);
}

function alternativesIn(sentence: string): string[] {
  const named = [
    ...sentence.matchAll(
      /\b(?:instead of|rather than|as opposed to|prefer(?:red)? [^,.;]+? over|chose [^,.;]+? over)\s+([^,.;()]+)/gi,
    ),
  ];
  const considered = /\b(?:considered|alternatives?(?: were| was|:))\s+([^.;]+)/i.exec(sentence)?.[1];
  const listed = considered ? considered.split(/,|\band\b|\bor\b/) : [];
  return [...named.map(([, what = ""]) => what), ...listed]
    .map((one) => one.replace(/\s+(because|since|so that|as|which|due to)\b.*$/i, "").trim())
    .filter((one) => one.length > 1 && one.length < 120)
    .slice(0, 5);
}
