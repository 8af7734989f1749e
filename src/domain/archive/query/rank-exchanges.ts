import type { Exchange } from "../../../store/archive/exchange.js";
import { stem, stemsOf } from "../../search/light-stemmer.js";

// How exchanges are scored, in one file: whatever finds the candidates can change without it.

/** The query as the archive understands it: its telling words as stems, each once. */
export const queryWords = (query: string): string[] => [...new Set(stemsOf(query))];

interface Span {
  readonly from: number;
  readonly to: number;
}

export interface RankedExchange {
  readonly exchange: Exchange;
  /** 0 to 1: how much of the query it answers, halved every sixty days. */
  readonly score: number;
  /** How many words of it are words of the query. */
  readonly matches: number;
}

export interface Weights {
  /** In how many exchanges each word is. */
  readonly counts: ReadonlyMap<string, number>;
  readonly documents: number;
}

const halfLifeDays = 60;
const dayMs = 86_400_000;

/** What age leaves of a score: all of it today, half after sixty days, a quarter after a hundred and twenty. */
export function decay(at: string, now: Date): number {
  const days = Math.max(0, (now.getTime() - Date.parse(at)) / dayMs);
  return Number.isFinite(days) ? 0.5 ** (days / halfLifeDays) : 0;
}

export function rankExchanges(
  words: readonly string[],
  exchanges: readonly Exchange[],
  weights: Weights,
  now: Date,
): RankedExchange[] {
  const weighted = words.map((word) => weightOf(word, weights));
  const whole = weighted.reduce((sum, weight) => sum + weight, 0);
  const find = wordFinder(words);
  return exchanges
    .map((exchange) => {
      const asked = find(exchange.question);
      const told = find(`${exchange.answer}\n${exchange.files.join("\n")}`);
      const share = (has: (word: string) => boolean) =>
        words.reduce((sum, word, i) => sum + (has(word) ? (weighted[i] ?? 0) : 0), 0) / whole;
      const inAll = share((word) => asked.found.has(word) || told.found.has(word));
      const inQuestion = share((word) => asked.found.has(word));
      return {
        exchange,
        score: (0.9 * inAll + 0.1 * inQuestion) * decay(exchange.at, now),
        matches: asked.spans.length + told.spans.length,
      };
    })
    .sort((a, b) => b.score - a.score || b.exchange.at.localeCompare(a.exchange.at));
}

/** Rare words tell more; a word that is nowhere tells little about any exchange. */
export function weightOf(word: string, { counts, documents }: Weights): number {
  const found = counts.get(word) ?? 0;
  const idf = Math.log(1 + (Math.max(documents, found) - found + 0.5) / (found + 0.5)) + 0.1;
  return found === 0 ? idf / 2 : idf;
}

interface Found {
  readonly found: ReadonlySet<string>;
  readonly spans: readonly Span[];
}

/** Finds the forms of words in a text without cutting all of it into words. */
function wordFinder(words: readonly string[]): (text: string) => Found {
  const wanted = new Set(words);
  if (wanted.size === 0) return () => ({ found: new Set(), spans: [] });
  const starts = words.map((word) => escaped(word.length > 4 ? word.slice(0, -1) : word));
  const expression = new RegExp(`(?:${starts.join("|")})[\\p{Ll}\\p{N}]*`, "giu");
  return (text) => {
    const found = new Set<string>();
    const spans: Span[] = [];
    for (const match of text.matchAll(expression)) {
      if (!beginsWord(text, match.index)) continue;
      const word = stem(match[0].replace(/(\p{Ll}|\p{N})\p{Lu}.*$/u, "$1").toLowerCase());
      if (!wanted.has(word)) continue;
      found.add(word);
      spans.push({ from: match.index, to: match.index + match[0].length });
    }
    return { found, spans };
  };
}

const escaped = (word: string) => word.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** At the start, after something that is no letter, or where a name changes case: the P of `openPool`. */
function beginsWord(text: string, at: number): boolean {
  const before = text.charAt(at - 1);
  if (at === 0 || !/[\p{L}\p{N}]/u.test(before)) return true;
  return /[\p{Ll}\p{N}]/u.test(before) && /\p{Lu}/u.test(text.charAt(at));
}

const around = 50;

/** The stretch with the most of the query, fifty characters to both sides. */
export function snippetOf({ question, answer, solution }: Exchange, words: readonly string[]): string {
  const find = wordFinder(words);
  const candidates = [question, answer, solution.outcome].map((text) => densest(text, find(text).spans));
  const best = candidates.reduce((a, b) => (b.matches > a.matches ? b : a));
  return best.matches > 0 ? best.snippet : snippetAt(question || answer, { from: 0, to: 0 });
}

function densest(text: string, spans: readonly Span[]): { snippet: string; matches: number } {
  let best = { snippet: "", matches: 0 };
  for (const [i, first] of spans.entries()) {
    const inside = spans.slice(i, i + 12).filter((span) => span.to - first.from <= 2 * around);
    const last = inside.at(-1) ?? first;
    if (inside.length > best.matches) {
      best = { snippet: snippetAt(text, { from: first.from, to: last.to }), matches: inside.length };
    }
    if (i > 200) break;
  }
  return best;
}

/** A span with what stands around it on one line; `...` where it was cut. */
function snippetAt(text: string, { from, to }: Span): string {
  const start = Math.max(0, from - around);
  const end = Math.min(text.length, to + around);
  const cut = text.slice(start, end).replace(/\s+/g, " ").trim();
  return `${start > 0 ? "..." : ""}${cut}${end < text.length ? "..." : ""}`;
}
