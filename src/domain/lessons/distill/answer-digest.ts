import { estimateTokens } from "../../../base/text/estimate-tokens.js";
import { opening } from "../../../base/text/sentences.js";
import { cues } from "../../archive/extract/extract-decisions.js";

/** Words that name a cause, a fix or a condition; choices have cues of their own. */
const cause =
  /\b(?:because|root cause|caused by|the (?:problem|issue|bug|reason|culprit|fix|cause) (?:is|was)|turns out|turned out|fixed by|the fix|fixes|solved|works now|instead of|must(?: not)?|never|always|only works|requires?|does not work|doesn't work|cannot|important|note that|careful|workaround|limitation)\b|(?:^|\P{L})(?:weil|ursache|grund|behoben|gelöst|lag an|liegt an|statt|muss|darf nicht|niemals|wichtig|achtung|porque|causa|solución|solução|parce que|cause|corrigé|потому что|причина|исправлен)(?:\P{L}|$)|因为|原因|修复|解决|必须|不要|不能|而不是|ため|原因|修正/iu;
const codeBlock = /^[ \t]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t]*\1[^\n]*$|(?![\s\S]))/gm;
const tableLine = /^\s*\|.*\|\s*$\n?/gm;
const heading = /^(?:#+ [^\n]*|\*\*[^\n*]*\*\*:?)$/;
/** What the agent does next, which its calls show. */
const narration =
  /^(?:(?:perfect|great|excellent|good|ok(?:ay)?|now|first|next)[!,. ]+)*(?:let me|let's|i'll|i will|i'm going to|i need to)\b/i;
const listItem = /^\s*(?:[-*+•]|\d+[.)]|[A-Da-d][.)]|\*\*[A-D1-4])\s*/;
const maxBlock = 420;
/** With less room, nothing can be understood. */
const minTokens = 12;
const charsPerToken = 4;

/**
 * The parts of an answer that say most, in their order: questions with their options, sentences that name cause, decision
 * and fix, and its end. What is left out is marked.
 */
export function answerDigest(answer: string, maxTokens: number): string {
  const blocks = blocksOf(answer);
  const ranked = blocks.toSorted((a, b) => b.score - a.score);
  const [best] = ranked;
  const chosen = new Set<typeof best>();
  let left = maxTokens;
  for (const block of ranked) {
    const tokens = estimateTokens(block.text) + 1;
    if (tokens > left) continue;
    left -= tokens;
    chosen.add(block);
  }
  if (chosen.size === 0) return best && maxTokens >= minTokens ? opening(best.text, maxTokens * charsPerToken) : "";
  return blocks
    .map((block) => (chosen.has(block) ? block.text : "[…]"))
    .join("\n")
    .replace(/(?:^|\n)\[…\](?:\n\[…\])*/g, "\n[…]")
    .trim();
}

function blocksOf(answer: string) {
  const paragraphs = answer
    .replace(codeBlock, "\n")
    .replace(tableLine, "")
    .split(/\n\s*\n/)
    .map((one) => one.trim())
    .filter((one) => /\p{L}/u.test(one) && !heading.test(one));
  return withOptions(paragraphs)
    .flatMap((paragraph) => (isQuestion(paragraph) ? [paragraph] : splitLong(paragraph)))
    .map((text, i, all) => ({ text, score: scoreOf(text, all.length - 1 - i) }));
}

/** A question and the list of options around it are one block. */
function withOptions(paragraphs: readonly string[]): string[] {
  const joined: string[] = [];
  for (const paragraph of paragraphs) {
    const last = joined.at(-1);
    const isOption = listItem.test(paragraph);
    if (last !== undefined && ((isOption && isQuestion(last)) || (isAsking(paragraph) && listItem.test(last))))
      joined[joined.length - 1] = `${last}\n${paragraph}`;
    else joined.push(paragraph);
  }
  return joined;
}

const isAsking = (text: string) => /[?？]\s*\**\s*$/.test(text);
const isQuestion = (text: string) => /[?？]\**\s*(?:$|\n\s*(?:[-*+•]|\d+[.)]|[A-Da-d][.)]))/.test(text);

function splitLong(paragraph: string): string[] {
  if (paragraph.length <= maxBlock) return [paragraph];
  return paragraph.split(/\n|(?<=[^\d\s][.!?])\s+(?=[^a-z])|(?<=[。！？])/).flatMap((one) => {
    const text = one.trim();
    return text === "" ? [] : [text.length > maxBlock ? opening(text, maxBlock) : text];
  });
}

/** The end of an answer says how it went. */
function scoreOf(text: string, fromEnd: number): number {
  const isCause = cause.test(text);
  const isChoice = cues.some((cue) => cue.test(text));
  const isNarration = !isCause && !isChoice && narration.test(text);
  const byContent = (isQuestion(text) ? 4 : 0) + (isCause ? 2 : 0) + (isChoice ? 2 : 0) - (isNarration ? 3 : 0);
  return byContent + Math.max(0, 3 - fromEnd) - fromEnd / 1000;
}
