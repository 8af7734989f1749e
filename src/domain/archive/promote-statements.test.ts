import { expect, it } from "vitest";
import type { Log } from "../../base/log.js";
import type { LocatedStatement, StatementStore, StoredStatement } from "../../store/archive/statement-store.js";
import type { Call } from "../call.js";
import type { StatementReading } from "./find-replaced.js";
import { compareStatements, promoteStatements } from "./promote-statements.js";

const stated = (text: string, sessionId: string, probability?: number): LocatedStatement => ({
  ...{ kind: "statement", about: "fact", text, by: "agent", dropped: [], files: [] },
  ...(probability === undefined ? {} : { probability }),
  ...{ sessionId, exchangeKey: "1", at: `2026-01-01T00:00:00.00${sessionId}Z` },
});

/** The texts that become memories. */
async function promoted(...statements: LocatedStatement[]): Promise<string[]> {
  return (await promote(statements)).texts;
}

/** What is in the store, and what becomes of it. */
function openStatements(statements: readonly LocatedStatement[]) {
  let stored: StoredStatement[] = statements.map((one) => ({
    ...one,
    holds: undefined,
    isCompared: false,
    label: one.text,
  }));
  const marked = new Set<string>();
  const change = (changes: readonly StoredStatement[], changed: (by: StoredStatement) => Partial<StoredStatement>) => {
    stored = stored.map((one) => {
      const by = changes.find(({ text }) => text === one.text);
      return by ? { ...one, ...changed(by) } : one;
    });
  };
  const project = { project: "shop", folder: "/shop" };
  const store: StatementStore = {
    due: async () => [project],
    ofProject: async () => stored,
    holding: async () => [],
    outdated: async () => [],
    uncompared: async () => (stored.some(({ isCompared }) => !isCompared) ? project : undefined),
    setCompared: async (_tenant, _project, { compared, replaced }) => {
      change(compared, () => ({ isCompared: true }));
      for (const { old, by } of replaced) change([old], () => ({ replacedBy: by.sessionId }));
      return replaced;
    },
    settle: async (_tenant, _project, changes) => change(changes, ({ holds }) => ({ holds })),
    mark: async (_tenant, _project, { text, sessionId }) => {
      const key = `${text} ${sessionId}`;
      return !marked.has(key) && Boolean(marked.add(key));
    },
  };
  const [texts, superseded, logged] = [[] as string[], [] as string[], [] as string[]];
  const successors: (string | undefined)[] = [];
  const keeper = {
    record: async (_: Call, { text }: LocatedStatement) => void texts.push(text),
    supersede: async (_: Call, old: LocatedStatement, by: LocatedStatement | undefined) => {
      superseded.push(old.text);
      successors.push(by?.text);
    },
  };
  const log = { info: (event: string) => void logged.push(event) } as unknown as Log;
  const call = { tenant: "local", log, signal: new AbortController().signal } as unknown as Call;
  return { call, store, keeper, texts, superseded, successors, logged, settled: () => stored };
}

async function promote(statements: readonly LocatedStatement[]) {
  const opened = openStatements(statements);
  await promoteStatements(opened.call, opened);
  return opened;
}

it("what is likely to matter becomes a memory at once, what is doubtful when another session repeats it", async () => {
  const [likely, doubtful] = ["The label printer takes 40 by 60 labels.", "Settings live in one table."];
  expect(await promoted(stated(likely, "1", 0.9), stated(doubtful, "1", 0.35))).toEqual([likely]);
  expect(await promoted(stated(doubtful, "1", 0.35), stated(doubtful, "2", 0.35))).toEqual([doubtful]);
});

it("what a rule found, or an earlier version, becomes a memory at once", async () => {
  expect(await promoted(stated("Settings live in one table.", "1"))).toEqual(["Settings live in one table."]);
});

it("how each session ended is kept, whatever came of the next one", async () => {
  const ended = (text: string, sessionId: string) => ({ ...stated(text, sessionId), about: "outcome" }) as const;
  const { texts, superseded } = await promote([
    ended("The importer reads empty files.", "1"),
    ended("The exporter writes UTC.", "2"),
  ]);
  expect(texts).toEqual(["The importer reads empty files.", "The exporter writes UTC."]);
  expect(superseded).toEqual([]);
});

const [old, later] = [stated("Events go through Kafka.", "1"), stated("NATS carries all messages.", "2")];
const reading = (replaces: StatementReading["reader"]["replaces"]): StatementReading => ({
  reader: { replaces, close: async () => {} },
  embed: () => undefined,
});

it("what the reader finds replaced is superseded, once, and stored with the session that replaced it", async () => {
  const opened = await promote([old, later]);
  expect(opened.texts).toEqual([old.text, later.text]);
  const deps = { ...opened, reading: reading(async (pairs) => pairs.map(() => 0.95)) };
  expect(await compareStatements(opened.call, deps)).toBe("more");
  expect(opened.superseded).toEqual([old.text]);
  expect(opened.settled().find(({ text }) => text === old.text)).toMatchObject({ holds: false, replacedBy: "2" });
  expect(await compareStatements(opened.call, deps)).toBe("done");
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
  await compareStatements(opened.call, deps);
  expect(opened.settled().findIndex(({ isCompared }) => isCompared)).toBeGreaterThan(60);
  while ((await compareStatements(opened.call, deps)) === "more");
  expect(opened.settled().every(({ isCompared }) => isCompared)).toBe(true);
  expect(Math.max(...asked)).toBeLessThanOrEqual(12);
});

it("without a model that can be loaded, words decide alone, and a later start tries again", async () => {
  const opened = await promote([old, later]);
  const deps = { ...opened, reading: reading(() => Promise.reject(new Error("no model"))) };
  expect(await compareStatements(opened.call, deps)).toBe("unavailable");
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
  await compareStatements(opened.call, { ...opened, reading: ends });
  expect(opened.successors).toEqual([redis.text, redis.text]);
  const late = openStatements([kafka, nats]);
  await late.store.settle(
    "local",
    "shop",
    [{ ...(await late.store.ofProject("", "", 2))[1], holds: false } as StoredStatement],
    "",
  );
  await compareStatements(late.call, { ...late, reading: ends });
  expect(late.successors).toEqual([undefined]);
});
