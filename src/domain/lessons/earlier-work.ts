import { opening } from "../../base/text/sentences.js";
import type { CommitMessage } from "../../engine/git-locator.js";
import type { Exchange } from "../../store/archive/exchange.js";
import { rankTexts } from "../search/rank/rank-texts.js";
import { type LessonLine, oneLine, sessionSource } from "./lesson-line.js";
import { passagesOf, restates } from "./passages.js";
import { bm25Among, bm25Shares, type VectorOf, worthOf } from "./score-texts.js";
import { ownFindings, typedWords } from "./typed-words.js";

/** An exchange that a search found, or one of the newest session. */
export interface EarlierExchange {
  readonly exchange: Exchange;
  /** 1: the project's newest session, 2: the one before it. */
  readonly age: number;
}

interface Passage extends EarlierExchange {
  readonly text: string;
  readonly isRequest: boolean;
  /** Order within the session. */
  readonly position: number;
}

/** How much the session as a whole counts beside the passage: what belongs to a subject is said across a session. */
const sessionWeight = 2;
/** What a session needs comes from the one before in a third of the cases, and from the last three in more than half. */
const ageExponent = 0.25;
const maxAge = 8;
/** How much the exchange counts: an answer seldom repeats the words of its question. */
const exchangeWeight = 1;
const worthExponent = 0.5;
/** Of so many, the best by their match, it is looked at what they say. */
const maxWeighed = 80;

/**
 * What earlier sessions say about a prompt: the passages that match best, each session in one line with a request, the
 * newest first, because a later one may have changed an earlier one.
 */
export function earlierWork(
  exchanges: readonly EarlierExchange[],
  prompt: string,
  { maxLength, vectorOf }: { maxLength: number; vectorOf: VectorOf },
): LessonLine[] {
  const chosen = new Map<string, Passage[]>();
  let left = maxLength;
  for (const passage of rankPassages(exchanges, prompt, vectorOf)) {
    const { sessionId } = passage.exchange;
    const own = chosen.get(sessionId);
    const length = passage.text.length + 3 + (own ? 0 : frameLength(passage.exchange));
    if (length > left) continue;
    left -= length;
    chosen.set(sessionId, [...(own ?? []), passage]);
  }
  return [...chosen.values()]
    .map((own) => own.toSorted((a, b) => a.position - b.position))
    .map((own) => ({ own, last: own.at(-1)?.exchange as Exchange }))
    .toSorted((a, b) => (a.last.at < b.last.at ? 1 : -1))
    .map(({ own, last }) => ({
      item: `session:${exchangeId(last)}`,
      text: `- ${workText(own)} [${sessionSource(last)}]`,
    }));
}

/** Best first. */
function rankPassages(exchanges: readonly EarlierExchange[], prompt: string, vectorOf: VectorOf): Passage[] {
  const all = exchanges.flatMap(passagesIn).map((passage, position) => ({ ...passage, position }));
  const texts = all.map(({ text }) => text);
  const matches = bm25Shares(texts, prompt);
  const bySession = groupScores(exchanges, prompt, ({ exchange }) => exchange.sessionId);
  const byExchange = groupScores(exchanges, prompt, ({ exchange }) => exchangeId(exchange));
  const relevant = all.flatMap((passage, i) => {
    const match = (matches[i] ?? 0) + exchangeWeight * (byExchange.get(exchangeId(passage.exchange)) ?? 0);
    if (match === 0 || restates(passage.text, prompt)) return [];
    const relevance = match + sessionWeight * (bySession.get(passage.exchange.sessionId) ?? 0);
    return [{ passage, score: relevance * Math.min(passage.age, maxAge) ** -ageExponent }];
  });
  return relevant
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxWeighed)
    .map(({ passage, score }) => {
      const worth = worthOf(passage.text, passage.isRequest, vectorOf(passage.text));
      return { passage, score: score * worth ** worthExponent };
    })
    .toSorted((a, b) => b.score - a.score)
    .map(({ passage }) => passage);
}

/** How well each exchange or session matches as a whole, 0 to 1. */
function groupScores(items: readonly EarlierExchange[], prompt: string, keyOf: (item: EarlierExchange) => string) {
  const texts = new Map<string, string>();
  for (const item of items) {
    const { question, answer } = item.exchange;
    texts.set(keyOf(item), `${texts.get(keyOf(item)) ?? ""}\n${question}\n${answer}`);
  }
  const scores = bm25Shares([...texts.values()], prompt);
  return new Map([...texts.keys()].map((key, i) => [key, scores[i] ?? 0]));
}

const exchangeId = ({ sessionId, key }: Exchange): string => `${sessionId}/${key}`;

/** Of what the person typed and what the agent found; pasted texts and pages are found by search, and not given unasked. */
function passagesIn({ exchange, age }: EarlierExchange): Omit<Passage, "position">[] {
  const said = typedWords(exchange.question);
  return [said, ownFindings(exchange.answer, said)].flatMap((message, i) =>
    passagesOf(message).map((text) => ({ exchange, age, text, isRequest: i === 0 })),
  );
}

/** `"Fix the login …" → The cookie had no domain. … Set it in auth.ts.` What the person said is in quotes. */
function workText(passages: readonly Passage[]): string {
  const [first] = passages;
  const text = passages.map(({ text, isRequest }) => (isRequest ? `"${text}"` : text)).join(" … ");
  return first === undefined || first.isRequest ? text : `${requestOf(first.exchange)} → ${text}`;
}

const maxRequest = 90;

/** The request in a few words. */
export const requestOf = ({ question }: Pick<Exchange, "question">): string =>
  `"${opening(oneLine(typedWords(question)), maxRequest)}"`;

const frameLength = (exchange: Exchange): number => requestOf(exchange).length + sessionSource(exchange).length + 8;

/** Commits whose messages are read, the newest. */
export const maxCommits = 1000;
/** A shorter body is a trailer or a reference: it explains nothing. */
const minBody = 60;
const maxNote = 700;
/** How far the best message must be above the next one: a long prompt has words in common with every message. */
const minContrast = 1.5;
const minScore = 0.07;

/** Of the messages of chats about the same, so many may match better; with fewer to compare, that says nothing. */
const maxAhead = 2;
const minRivals = 20;

/** The commit whose message explains something about a prompt, if it stands out among commits or beside what was said. */
export function commitNote(commits: readonly CommitMessage[], prompt: string, said: readonly string[]) {
  const explaining = commits
    .map((commit) => ({ ...commit, body: commit.body.replace(/^[A-Z][\w-]+: .*$/gm, "").trim() }))
    .filter(({ body }) => body.length >= minBody);
  const [best, next] = rankTexts(prompt, explaining, messageOf);
  if (!best || best.score < minScore) return undefined;
  const isRival = best.score < minContrast * (next?.score ?? 0);
  const others = explaining.filter((one) => one !== best.item).map(messageOf);
  if (isRival && (said.length < minRivals || countAhead(messageOf(best.item), [...said, ...others], prompt) > maxAhead))
    return undefined;
  const { hash, at, subject, body } = best.item;
  return {
    item: `commit:${hash}`,
    text: `- Commit "${oneLine(subject)}": ${opening(oneLine(body), maxNote)} [${hash.slice(0, 8)} ${at.slice(0, 10)}]`,
  };
}

const messageOf = ({ subject, body }: Pick<CommitMessage, "subject" | "body">): string => `${subject}\n${body}`;

/** How many of the others match better. */
function countAhead(text: string, others: readonly string[], prompt: string): number {
  const [own = 0, ...scores] = bm25Among([text, ...others], prompt);
  return scores.filter((score) => score > own).length;
}
