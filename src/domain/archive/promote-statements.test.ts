import { expect, it } from "vitest";
import { openStatements, stated } from "../../../test/support/statements-in-memory.js";
import type { LocatedStatement } from "../../store/archive/statement-store.js";
import { promoteStatements } from "./promote-statements.js";

/** The texts that become memories. */
async function promoted(...statements: LocatedStatement[]): Promise<string[]> {
  return (await promote(statements)).texts;
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

it("what a model has not read becomes a memory only where words decide alone", async () => {
  const unread = {
    ...stated("The label printer takes 40 by 60 labels.", "1", 0.9),
    scores: [0.1, 0, 0, 0, 0.9, 0, 0, 0],
  };
  expect(await promoted(unread)).toEqual([]);
  const opened = openStatements([unread]);
  expect(await promoteStatements(opened.call, { ...opened, includeUnread: true })).toBe(1);
});
