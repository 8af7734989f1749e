import { describe, expect, it } from "vitest";
import { openStatements, stated } from "../../../test/support/statements-in-memory.js";
import type { SentenceReading } from "../../engine/sentence-reader.js";
import type { LocatedStatement, StoredStatement } from "../../store/archive/statement-store.js";
import { promoteStatements } from "./promote-statements.js";
import { readStatements } from "./read-statements.js";

async function promote(statements: readonly LocatedStatement[]) {
  const opened = openStatements(statements);
  await promoteStatements(opened.call, opened);
  return opened;
}

const [old, later] = [stated("Events go through Kafka.", "1"), stated("NATS carries all messages.", "2")];
const reading = (
  replaces: SentenceReading["reader"]["replaces"],
  classify: SentenceReading["reader"]["classify"] = async () => [],
): SentenceReading => ({
  reader: { replaces, classify, close: async () => {} },
  embed: () => undefined,
});

it("what the reader finds replaced is superseded, once, and stored with the session that replaced it", async () => {
  const opened = await promote([old, later]);
  expect(opened.texts).toEqual([old.text, later.text]);
  const deps = { ...opened, reading: reading(async (pairs) => pairs.map(() => 0.95)) };
  expect((await readStatements(opened.call, deps)).state).toBe("more");
  expect(opened.superseded).toEqual([old.text]);
  expect(opened.settled().find(({ text }) => text === old.text)).toMatchObject({ holds: false, replacedBy: "2" });
  expect((await readStatements(opened.call, deps)).state).toBe("done");
  await promoteStatements(opened.call, opened);
  expect(opened.superseded).toEqual([old.text]);
  expect(opened.settled().map(({ holds }) => holds)).toEqual([false, true]);
});

it("reads thousands of statements in rounds, the newest first", async () => {
  const many = Array.from({ length: 120 }, (_, i) => stated(`The relay ${i} has its own fuse.`, `${100 + i}`));
  const opened = openStatements(many);
  const asked: number[] = [];
  const deps = {
    ...opened,
    reading: reading(async (pairs) => {
      asked.push(pairs.length);
      return pairs.map(() => 0);
    }),
  };
  await readStatements(opened.call, deps);
  expect(opened.settled().findIndex(({ isCompared }) => isCompared)).toBeGreaterThan(60);
  while ((await readStatements(opened.call, deps)).state === "more");
  expect(opened.settled().every(({ isCompared }) => isCompared)).toBe(true);
  expect(Math.max(...asked)).toBeLessThanOrEqual(12);
});

it("without a model that can be loaded, words decide alone, and a later start tries again", async () => {
  const opened = await promote([old, later]);
  const deps = { ...opened, reading: reading(() => Promise.reject(new Error("no model"))) };
  expect((await readStatements(opened.call, deps)).state).toBe("unavailable");
  expect(opened.logged).toEqual(["archive.read_statements"]);
  expect(opened.settled().some(({ isCompared }) => isCompared)).toBe(false);
});

it("what was replaced by a statement that is replaced itself gets the words that hold, or none", async () => {
  const [kafka, nats, redis] = ["Kafka carries events.", "NATS carries events.", "Redis carries events."].map(
    (text, i) => stated(text, `${i + 1}`),
  ) as [LocatedStatement, LocatedStatement, LocatedStatement];
  const ends = reading(async (pairs) =>
    pairs.map(({ old, later }) => {
      const isNext = [kafka, nats].some(({ text }, i) => text === old && later === [nats, redis][i]?.text);
      return isNext ? 0.9 : 0;
    }),
  );
  const opened = openStatements([kafka, nats, redis]);
  await readStatements(opened.call, { ...opened, reading: ends });
  expect(opened.successors).toEqual([redis.text, redis.text]);
  const late = openStatements([kafka, nats]);
  await late.store.settle(
    "local",
    "shop",
    [{ ...(await late.store.ofProject("", "", 2))[1], holds: false } as StoredStatement],
    "",
  );
  await readStatements(late.call, { ...late, reading: ends });
  expect(late.successors).toEqual([undefined]);
});

describe("sentences that words took, or nearly took, for statements", () => {
  const byWords = (text: string, fact: number) => ({
    ...stated(text, "1", fact),
    ...{ scores: [1 - fact, 0, 0, 0, fact, 0, 0, 0], ...(fact < 0.35 ? { isCandidate: true as const } : {}) },
  });
  const doubtful = byWords("Invoices go out on the third.", 0.3);
  const taken = byWords("The loop reads the next line.", 0.55);
  const deps = (classify: SentenceReading["reader"]["classify"]) => {
    const opened = openStatements([doubtful, taken]);
    return { ...opened, reading: reading(async (pairs) => pairs.map(() => 0), classify) };
  };
  const [no, fact] = [
    [0.995, 0, 0, 0, 0.005, 0, 0, 0],
    [0.02, 0, 0, 0, 0.98, 0, 0, 0],
  ];

  it("count by what words and a model say together", async () => {
    const opened = deps(async (sentences) =>
      sentences.map(({ text }) => (text === doubtful.text ? fact : no) as number[]),
    );
    expect(await readStatements(opened.call, opened)).toEqual({ state: "more", learned: 1 });
    expect(opened.texts).toEqual([doubtful.text]);
    expect(opened.settled()).toMatchObject([{ about: "fact", probability: 0.87 }, { isCandidate: true }]);
    expect(opened.settled().every(({ isRead }) => isRead)).toBe(true);
  });

  it("keep what words said while the model cannot be loaded", async () => {
    const opened = deps(() => Promise.reject(new Error("no model")));
    expect((await readStatements(opened.call, opened)).state).toBe("unavailable");
    expect(opened.settled()).toEqual([doubtful, taken].map((one) => expect.objectContaining(one)));
    await promoteStatements(opened.call, { ...opened, includeUnread: true });
    expect(opened.texts).toEqual([taken.text]);
  });

  it("become memories once the model can be loaded, though words had decided alone", async () => {
    const hesitant = byWords("Invoices go out on the third.", 0.45);
    const opened = openStatements([hesitant]);
    await promoteStatements(opened.call, { ...opened, includeUnread: true });
    expect(opened.texts).toEqual([]);
    const sure = reading(
      async () => [],
      async () => [fact as number[]],
    );
    expect(await readStatements(opened.call, { ...opened, reading: sure })).toMatchObject({ learned: 1 });
    expect(opened.texts).toEqual([hesitant.text]);
  });

  it("keep no other statement from becoming a memory while they are unread", async () => {
    const [known, unread] = [
      stated("The admin page listens on port 9090.", "1"),
      byWords("The admin page listens on port 9191.", 0.5),
    ];
    const opened = openStatements([known, { ...unread, sessionId: "2", at: "2026-01-01T00:00:00.002Z" }]);
    await promoteStatements(opened.call, opened);
    expect(opened.texts).toEqual([known.text]);
  });

  it("are stored as far as they were read when the process is stopped", async () => {
    const stopping = new AbortController();
    const opened = openStatements(Array.from({ length: 40 }, (_, i) => byWords(`Relay ${i} has a fuse.`, 0.5)));
    const call = { ...opened.call, signal: stopping.signal };
    const stops = reading(
      async () => [],
      async (sentences) => {
        stopping.abort();
        return sentences.map(() => fact as number[]);
      },
    );
    expect(await readStatements(call, { ...opened, reading: stops })).toEqual({ state: "more", learned: 0 });
    expect(opened.settled().filter(({ isRead }) => isRead)).toHaveLength(32);
  });
});
