import { expect, it } from "vitest";
import type { Log } from "../../base/log.js";
import type { LocatedStatement, StatementStore, StoredStatement } from "../../store/archive/statement-store.js";
import type { Call } from "../call.js";
import type { StatementReading } from "./find-replaced.js";
import { promoteStatements } from "./promote-statements.js";

const stated = (text: string, sessionId: string, probability?: number): LocatedStatement => ({
  ...{ kind: "statement", about: "fact", text, by: "agent", dropped: [], files: [] },
  ...(probability === undefined ? {} : { probability }),
  ...{ sessionId, exchangeKey: "1", at: `2026-01-01T00:00:00.00${sessionId}Z` },
});

/** The texts that become memories. */
async function promoted(...statements: LocatedStatement[]): Promise<string[]> {
  return (await promote(statements)).texts;
}

async function promote(statements: readonly LocatedStatement[], reading?: StatementReading) {
  const settled: StoredStatement[] = [];
  const superseded: string[] = [];
  const store: StatementStore = {
    due: async () => [{ project: "shop", folder: "/shop" }],
    ofProject: async () => statements.map((one) => ({ ...one, holds: undefined })),
    holding: async () => [],
    outdated: async () => [],
    settle: async (_tenant, _project, changes) => void settled.push(...changes),
    mark: async () => true,
  };
  const texts: string[] = [];
  const keeper = {
    record: async (_: Call, { text }: LocatedStatement) => void texts.push(text),
    supersede: async (_: Call, old: LocatedStatement) => void superseded.push(old.text),
  };
  const logged: string[] = [];
  const log = { info: (event: string) => void logged.push(event) } as unknown as Log;
  await promoteStatements({ tenant: "local", log } as Call, { store, keeper, reading });
  return { texts, superseded, settled, logged };
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

it("what the reader finds replaced is superseded, and stored with the session that replaced it", async () => {
  const { texts, superseded, settled } = await promote(
    [old, later],
    reading(async (pairs) => pairs.map(() => 0.95)),
  );
  expect(texts).toEqual([later.text]);
  expect(superseded).toEqual([old.text]);
  expect(settled.find(({ text }) => text === old.text)).toMatchObject({ holds: false, replacedBy: "2" });
});

it("without a model that can be loaded, words decide alone", async () => {
  const { texts, logged } = await promote(
    [old, later],
    reading(() => Promise.reject(new Error("no model"))),
  );
  expect(texts).toEqual([old.text, later.text]);
  expect(logged).toEqual(["archive.read_statements"]);
});
