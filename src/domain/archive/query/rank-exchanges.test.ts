import { describe, expect, it } from "vitest";
import type { Exchange } from "../../../store/archive/exchange.js";
import { decay, queryWords, rankExchanges, snippetOf } from "./rank-exchanges.js";

const now = new Date("2026-06-01T00:00:00.000Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();

const anExchange = (changes: Partial<Exchange> = {}): Exchange => ({
  ...{ sessionId: "s", key: "k", project: "p", at: daysAgo(0), endedAt: daysAgo(0), question: "", answer: "" },
  ...{
    outcome: "answered",
    solution: { approach: "", implementation: "", outcome: "" },
    files: [],
    topics: [],
    worth: 0.5,
  },
  ...changes,
});

const rank = (query: string, exchanges: readonly Exchange[]) => {
  const words = queryWords(query);
  const counts = new Map(words.map((word) => [word, 1]));
  return rankExchanges(words, exchanges, { counts, documents: exchanges.length }, now);
};

describe("rankExchanges", () => {
  it("scores an identical session that is sixty days older exactly half", () => {
    const text = { question: "pool exhausted", answer: "raise the timeout" };
    const [fresh, old] = rank("pool timeout", [anExchange(text), anExchange({ ...text, at: daysAgo(60) })]);
    expect(fresh?.score).toBeGreaterThan(0);
    expect(old?.score).toBe((fresh?.score ?? 0) / 2);
    expect(decay(daysAgo(120), now)).toBe(0.25);
  });

  it("does not give more for a clock that runs ahead", () => {
    expect(decay(daysAgo(-10), now)).toBe(1);
  });

  it("matches the forms of a word, also inside names", () => {
    const [hit] = rank("exhausting pools", [anExchange({ question: "the connectionPool was exhausted" })]);
    expect(hit).toMatchObject({ matches: 2 });
    expect(hit?.score).toBeCloseTo(1);
  });

  it("does not take a part of another word for a match", () => {
    expect(rank("api", [anExchange({ question: "rapid apiary" })])[0]?.matches).toBe(0);
  });

  it("keeps scores between 0 and 1, whatever the words", () => {
    for (const query of ["constructor", "__proto__ constructor", "toString (regex|chars)+ [a-z"]) {
      for (const { score } of rank(query, [anExchange({ question: query })])) {
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
      }
    }
  });
});

describe("snippetOf", () => {
  it("shows the match with at most fifty characters on both sides", () => {
    const answer = `${"a ".repeat(200)}the pool was exhausted${" b".repeat(200)}`;
    const snippet = snippetOf(anExchange({ answer }), queryWords("exhausted"));
    expect(snippet).toContain("exhausted");
    expect(snippet.length).toBeLessThanOrEqual("exhausted".length + 100 + 6);
    expect(snippet.startsWith("...") && snippet.endsWith("...")).toBe(true);
  });

  it("prefers where most of the query stands together", () => {
    const answer = `timeout. ${"x ".repeat(100)}the pool timeout was raised`;
    expect(snippetOf(anExchange({ answer }), queryWords("pool timeout"))).toContain("pool timeout");
  });
});
