import { expect, it } from "vitest";
import type { SentencePair } from "../../engine/sentence-reader.js";
import type { StoredStatement } from "../../store/archive/statement-store.js";
import { findReplaced } from "./find-replaced.js";

const stated = (text: string, exchangeKey: string, more: Partial<StoredStatement> = {}) => ({
  ...({ kind: "statement", about: "decision", text, by: "person", dropped: [], files: [] } as const),
  ...{ holds: undefined, isCompared: false, isRead: true, label: text },
  ...{ sessionId: "one", exchangeKey, at: "2026-01-01T09:00:00.000Z" },
  ...more,
});

const within = (maxPairs: number, signal = new AbortController().signal) => ({ maxPairs, signal });

/** A reader that knows which sentence ends which, and says what it was asked. */
function readerOf(ends: Readonly<Record<string, string>>) {
  const asked: SentencePair[] = [];
  const replaces = async (pairs: readonly SentencePair[]) => {
    asked.push(...pairs);
    return pairs.map(({ old, later }) => (ends[old] === later ? 0.9 : 0.1));
  };
  return {
    asked,
    reading: { reader: { replaces, classify: async () => [], close: async () => {} }, embed: () => undefined },
  };
}

it("finds what a later statement ends, once", async () => {
  const [kafka, nats, again] = [stated("Kafka.", "1"), stated("NATS.", "2"), stated("NATS, as agreed.", "3")];
  const { reading } = readerOf({ "Kafka.": "NATS." });
  expect(await findReplaced([kafka, nats, again], reading, within(100))).toEqual({
    replaced: [{ old: kafka, by: nats }],
    compared: [again, nats, kafka],
  });
});

it("compares new statements with earlier ones that hold, not with those of the same exchange", async () => {
  const { asked, reading } = readerOf({});
  await findReplaced(
    [
      stated("Holds.", "1", { isCompared: true }),
      stated("Gone.", "2", { isCompared: true, holds: false }),
      stated("Replaced.", "3", { isCompared: true, holds: false, replacedBy: "two" }),
      stated("New.", "4"),
      stated("Newer.", "4"),
    ],
    reading,
    within(100),
  );
  expect(asked).toEqual([
    { old: "Holds.", later: "Newer." },
    { old: "Holds.", later: "New." },
  ]);
});

it("compares with the most similar of many", async () => {
  const vectors = new Map([["New.", Float32Array.of(1, 0)]]);
  const old = Array.from({ length: 40 }, (_, i) => stated(`Old ${i}.`, `${i}`, { isCompared: true }));
  for (const [i, { text }] of old.entries())
    vectors.set(text, Float32Array.of(Math.cos((40 - i) / 40), Math.sin((40 - i) / 40)));
  const { asked, reading } = readerOf({});
  await findReplaced([...old, stated("New.", "new")], { ...reading, embed: (text) => vectors.get(text) }, within(100));
  expect(asked).toHaveLength(12);
  expect(asked[0]).toEqual({ old: "Old 39.", later: "New." });
});

it("reads no more pairs than it may, of the newest", async () => {
  const { asked, reading } = readerOf({});
  const statements = ["1", "2", "3", "4"].map((key) => stated(`Said ${key}.`, key));
  const { compared } = await findReplaced(statements, reading, within(4));
  expect(compared).toEqual([statements[3]]);
  expect(asked.map(({ later }) => later)).toEqual(["Said 4.", "Said 4.", "Said 4."]);
});

it("compares with the newest where no vector says what is similar", async () => {
  const { asked, reading } = readerOf({});
  const old = Array.from({ length: 20 }, (_, i) => stated(`Old ${i}.`, `${i}`, { isCompared: true }));
  await findReplaced([...old, stated("New.", "new")], reading, within(100));
  expect(asked.map((pair) => pair.old)).toContain("Old 19.");
  expect(asked.map((pair) => pair.old)).not.toContain("Old 0.");
});

it("what a person decided does not end by what an agent says; open work and traps do", async () => {
  const old = (["decision", "preference", "fact", "task", "next", "trap", "outcome"] as const).map((about, i) =>
    stated(`A ${about}.`, `${i}`, { about, isCompared: true }),
  );
  const { asked, reading } = readerOf({});
  await findReplaced([...old, stated("Ids are made by newId.", "new", { by: "agent" })], reading, within(100));
  expect(asked.map((pair) => pair.old).toSorted()).toEqual(["A next.", "A task.", "A trap."]);
});

it("stops between two statements when the signal says so", async () => {
  const { asked, reading } = readerOf({});
  const statements = ["1", "2", "3"].map((key) => stated(`Said ${key}.`, key));
  const { compared } = await findReplaced(statements, reading, within(100, AbortSignal.abort()));
  expect([compared, asked]).toEqual([[], []]);
});
