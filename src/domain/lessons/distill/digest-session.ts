import { errorLine } from "../../../base/text/error-line.js";
import { estimateTokens } from "../../../base/text/estimate-tokens.js";
import { opening } from "../../../base/text/sentences.js";
import type { Exchange, LocatedFinding, Remediation } from "../../../store/archive/exchange.js";
import { failedCommandIn } from "../../archive/extract/implementation-text.js";
import { ownFindings, typedWords } from "../typed-words.js";
import { answerDigest } from "./answer-digest.js";
import { ownWords, withoutNotes } from "./own-words.js";

/** An exchange that a lesson may cite. */
export type CitedExchange = ReturnType<typeof draftOf>;

/** Answers fill a digest up to this size; the person's words may exceed it. */
const targetTokens = 2300;
const minAnswerTokens = 50;
const maxMessageTokens = 900;
const maxFiles = 8;

/**
 * A session as a model reads it, in parts: of each exchange the person's words, then failures with their repairs, then
 * what the answer says of questions, causes, decisions and fixes. The least important exchanges are left out of a session
 * that does not fit; those before `from` were read earlier.
 */
export function digestSession(
  exchanges: readonly Exchange[],
  fixes: readonly LocatedFinding<Remediation>[],
  { from, partTokens, maxParts }: { from: number; partTokens: number; maxParts: number },
) {
  const fixesOf = ({ key }: Exchange) => fixes.filter(({ exchangeKey }) => exchangeKey === key);
  const all = exchanges.map((exchange, i) => draftOf(exchange, `E${i + 1}`, fixesOf(exchange)));
  const maxTokens = partTokens * maxParts;
  const drafts = fitting(all.slice(from), maxTokens);
  const used = tokensOf(drafts);
  const wanted = Math.max(targetTokens - used, drafts.length * minAnswerTokens);
  const budgets = shareBetween(drafts, Math.min(wanted, Math.max(0, maxTokens - used)));
  const entries = drafts.map((draft) => ({ draft, text: withAnswer(draft, budgets.get(draft) ?? 0) }));
  return packed(entries, partTokens, maxParts);
}

const tokensOf = (drafts: readonly CitedExchange[]): number => drafts.reduce((sum, { tokens }) => sum + tokens, 0);

function draftOf(exchange: Exchange, label: string, fixes: readonly LocatedFinding<Remediation>[]) {
  const { key, at, question, answer, files, importance } = exchange;
  const words = ownWords(question);
  const said = withoutNotes(ownWords(typedWords(question)));
  const failures = failureLines(exchange, fixes);
  const lines = [
    `## ${label}`,
    `Person: ${headAndTail(words, maxMessageTokens)}`,
    ...failures,
    ...(files.length > 0 ? [`Changed: ${files.slice(0, maxFiles).join(", ")}`] : []),
  ];
  const text = lines.join("\n");
  return {
    label,
    key,
    at,
    /** The person's own words. */
    said,
    answer,
    importance,
    text,
    /** Everything of the exchange, with the lines of the digest, which a model may quote as it read them. */
    source: [question, answer, ...lines, files.join(", ")].join("\n"),
    /** The same without what was pasted or quoted: what a lesson may take names and numbers from. */
    grounds: [said, ownFindings(answer, said), ...failures, files.join(", ")].join("\n"),
    tokens: estimateTokens(text) + 3,
    answerTokens: estimateTokens(answer),
  };
}

function failureLines({ solution, outcome }: Exchange, fixes: readonly Remediation[]): string[] {
  const broken = outcome === "failed" ? failedCommandIn(solution.implementation) : undefined;
  return [
    ...fixes.slice(-4).flatMap(({ command, error, attempts, steps = [], files, diff, proof }) => {
      const repair = [...steps.slice(-2), ...files.slice(0, 3)].join(", ");
      const failed = attempts.slice(-2).map((one) => opening(one, 120));
      return [
        `Failed: ${opening(command, 100)}: ${errorLine(error) ?? opening(error, 200)}`,
        ...(attempts.length > 0 ? [`Did not help: ${failed.join("; ")}`] : []),
        `Repaired: ${opening(repair, 200)}; proved by ${opening(proof, 100)}`,
        ...(diff ? [opening(diff, 240)] : []),
      ];
    }),
    ...(broken === undefined ? [] : [`Still failing at its end: ${broken}`]),
  ];
}

/** Without the least important exchanges, until the rest fits. */
function fitting(drafts: readonly CitedExchange[], maxTokens: number): CitedExchange[] {
  let total = tokensOf(drafts);
  const dropped = new Set<CitedExchange>();
  for (const draft of drafts.toSorted((a, b) => a.importance - b.importance || b.tokens - a.tokens)) {
    if (total <= maxTokens) break;
    dropped.add(draft);
    total -= draft.tokens;
  }
  return drafts.filter((draft) => !dropped.has(draft));
}

/** Short answers are given whole; what they leave goes to the long ones. */
function shareBetween(drafts: readonly CitedExchange[], tokens: number): Map<CitedExchange, number> {
  const shares = new Map<CitedExchange, number>();
  let left = tokens;
  drafts
    .toSorted((a, b) => a.answerTokens - b.answerTokens)
    .forEach((draft, i, sorted) => {
      const share = Math.min(draft.answerTokens + 20, Math.floor(left / (sorted.length - i)));
      shares.set(draft, share);
      left -= share;
    });
  return shares;
}

function withAnswer(draft: CitedExchange, maxTokens: number): string {
  const answer = answerDigest(draft.answer, maxTokens);
  return answer === "" ? draft.text : `${draft.text}\nAgent: ${answer}`;
}

function packed(entries: readonly { draft: CitedExchange; text: string }[], partTokens: number, maxParts: number) {
  const parts: { texts: string[]; exchanges: CitedExchange[]; tokens: number }[] = [];
  for (const { draft, text } of entries) {
    const tokens = estimateTokens(text);
    let part = parts.at(-1);
    if (!part || (part.tokens + tokens > partTokens && parts.length < maxParts)) {
      part = { texts: [], exchanges: [], tokens: 0 };
      parts.push(part);
    }
    // Packing leaves gaps, so the last part may be full before the end.
    if (part.tokens + tokens > partTokens && part.texts.length > 0) continue;
    part.texts.push(text);
    part.exchanges.push(draft);
    part.tokens += tokens;
  }
  return parts.map(({ texts, exchanges }) => ({ text: texts.join("\n\n"), exchanges }));
}

function headAndTail(text: string, maxTokens: number): string {
  if (estimateTokens(text) <= maxTokens) return text;
  const chars = Math.floor((text.length * maxTokens) / estimateTokens(text));
  return `${text.slice(0, Math.floor(chars * 0.6))}\n[…]\n${text.slice(-Math.floor(chars * 0.4))}`;
}
