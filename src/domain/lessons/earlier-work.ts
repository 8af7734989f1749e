import { opening } from "../../base/text/sentences.js";
import type { Exchange } from "../../store/archive/exchange.js";
import type { RankedExchange } from "../archive/query/find-exchanges.js";
import { rankTexts } from "../search/rank/rank-texts.js";
import { type LessonLine, oneLine, sessionSource } from "./lesson-line.js";
import { densityAmong, passagesOf, restates } from "./passages.js";

/** A session in which a prompt's subject came up, from the first exchange about it on. */
export interface SubjectSession {
  readonly sessionId: string;
  /** Key of the first exchange that is about it. */
  readonly from: string;
}

const maxSessions = 2;
/** Of the best session's score: a second one that is less about it is seldom of use, but a later one may have changed it. */
const minScoreShare = { earlier: 0.8, later: 0.4 };
/** Of a long session. */
const maxExchanges = 14;
/** Fewer hits do not show what is ordinary here. */
const minHits = 10;
/** A subject that came up before stands out: its relevance is at least this many times the ordinary one. */
const minContrast = 1.45;
/** Where there are too few hits to compare. */
const minRelevance = 0.08;
/** Most exchanges are that relevant: the same was asked again and again, and the newest answers count. */
const repeated = 0.9;

/**
 * The sessions that are about a prompt, the best first; none where no exchange stands out from the others. A long prompt
 * has a low relevance for everything and a short one a high relevance, so only the contrast tells. A session counts by all
 * its exchanges that are above the ordinary, because a subject takes more than one.
 */
export function sessionsAbout(hits: readonly RankedExchange[]): SubjectSession[] {
  const relevances = hits.map(({ relevance }) => relevance).toSorted((a, b) => a - b);
  const ordinary = hits.length < minHits ? 0 : (relevances[hits.length >> 1] ?? 0);
  const best = relevances.at(-1) ?? 0;
  if (ordinary >= repeated) return newestOf(hits.filter(({ relevance }) => relevance >= repeated));
  if (best < (ordinary === 0 ? minRelevance : ordinary * minContrast)) return [];
  const sessions = new Map<string, { score: number; first: Exchange }>();
  for (const { exchange, relevance } of hits.filter((hit) => hit.relevance > ordinary)) {
    const known = sessions.get(exchange.sessionId);
    sessions.set(exchange.sessionId, {
      score: (known?.score ?? 0) + Math.sqrt(relevance - ordinary),
      first: known && known.first.at < exchange.at ? known.first : exchange,
    });
  }
  const ranked = [...sessions].toSorted(([, a], [, b]) => b.score - a.score);
  const [, top] = ranked[0] ?? ["", undefined];
  const isClose = ({ score, first }: { score: number; first: Exchange }) =>
    top !== undefined && score >= top.score * (first.at > top.first.at ? minScoreShare.later : minScoreShare.earlier);
  return ranked
    .filter(([, session]) => isClose(session))
    .slice(0, maxSessions)
    .map(([sessionId, { first }]) => ({ sessionId, from: first.key }));
}

function newestOf(hits: readonly RankedExchange[]): SubjectSession[] {
  const newest = hits.map(({ exchange }) => exchange).toSorted((a, b) => (a.at < b.at ? 1 : -1));
  const first = new Map(newest.map(({ sessionId, key }) => [sessionId, key]));
  return [...first].slice(0, maxSessions).map(([sessionId, from]) => ({ sessionId, from }));
}

interface Passage {
  readonly exchange: Exchange;
  readonly text: string;
  readonly isRequest: boolean;
  /** Order within the session. */
  readonly position: number;
}

/**
 * What sessions say of a prompt: the passages that say most, each session in one line with a request, the newest first,
 * because a later one may have changed an earlier one. Takes the exchanges of each session in their order.
 */
export function earlierWork(
  sessions: readonly (readonly Exchange[])[],
  prompt: string,
  maxLength: number,
): LessonLine[] {
  const passages = sessions
    .flatMap((exchanges) => exchanges.slice(-maxExchanges))
    .flatMap(passagesIn)
    .map((passage, position) => ({ ...passage, position }))
    .filter(({ text }) => !restates(text, prompt));
  const chosen = new Map<string, Passage[]>();
  let left = maxLength;
  for (const passage of rankPassages(passages, prompt)) {
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
      item: `session:${last.sessionId}/${last.key}`,
      text: `- ${workText(own)} [${sessionSource(last)}]`,
    }));
}

/** In a long session most passages are about something else: only those that match best are compared. */
const maxCandidates = 25;
/** People state what is settled in fewer words than agents. */
const requestFactor = 1.2;

/**
 * Best first, in turns: what is full of words that the others do not have, as conclusions are, and what shares words with
 * the prompt. Each finds what the other misses.
 */
function rankPassages(passages: readonly Passage[], prompt: string): Passage[] {
  const single = rankTexts(prompt, passages, ({ text }) => text).map(({ item }) => item);
  const candidates = passages.length <= maxCandidates ? passages : single.slice(0, maxCandidates);
  const density = densityAmong(candidates.map(({ text }) => text));
  const dense = candidates
    .map((passage) => ({ passage, score: density(passage.text) * (passage.isRequest ? requestFactor : 1) }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ passage }) => passage);
  const matching = byMessage(passages, prompt);
  return [...new Set(dense.flatMap((passage, i) => [...matching.slice(i, i + 1), passage]))];
}

/** The passages of the message that matches best, in their order, then those of the next one. */
function byMessage(passages: readonly Passage[], prompt: string): Passage[] {
  const messages = new Map<string, Passage[]>();
  for (const passage of passages) {
    const key = `${passage.exchange.sessionId}/${passage.exchange.key}/${passage.isRequest}`;
    messages.set(key, [...(messages.get(key) ?? []), passage]);
  }
  return rankTexts(prompt, [...messages.values()], (own) => own.map(({ text }) => text).join("\n")).flatMap(
    ({ item }) => item,
  );
}

const passagesIn = (exchange: Exchange): Omit<Passage, "position">[] =>
  [exchange.question, exchange.answer].flatMap((message, i) =>
    passagesOf(message).map((text) => ({ exchange, text, isRequest: i === 0 })),
  );

/** What an agent says between its steps is narration: its last message is the report. */
export function lastMessage({ answer, solution: { outcome } }: Exchange): string {
  const start = outcome.slice(0, 60);
  const at = start === "" ? -1 : answer.lastIndexOf(start);
  return at > 0 && answer.length - at >= minReport ? answer.slice(at) : answer;
}
/** A shorter one only says that it is done. */
const minReport = 120;

/** `"Fix the login …" → The cookie had no domain. … Set it in auth.ts.` What the person said is in quotes. */
function workText(passages: readonly Passage[]): string {
  const [first] = passages;
  if (first === undefined) return "";
  const text = passages.map(({ text, isRequest }) => (isRequest ? `"${text}"` : text)).join(" … ");
  return first.isRequest ? text : `${requestOf(first.exchange)} → ${text}`;
}

const maxRequest = 90;

/** The request in a few words. */
export const requestOf = ({ question }: Pick<Exchange, "question">): string =>
  `"${opening(oneLine(question), maxRequest)}"`;

const frameLength = (exchange: Exchange): number => requestOf(exchange).length + sessionSource(exchange).length + 8;
