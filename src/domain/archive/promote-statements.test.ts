import { expect, it } from "vitest";
import type { LocatedStatement, StatementStore } from "../../store/archive/statement-store.js";
import type { Call } from "../call.js";
import { promoteStatements } from "./promote-statements.js";

const stated = (text: string, sessionId: string, probability?: number): LocatedStatement => ({
  ...{ kind: "statement", about: "fact", text, by: "agent", dropped: [], files: [] },
  ...(probability === undefined ? {} : { probability }),
  ...{ sessionId, exchangeKey: "1", at: `2026-01-01T00:00:00.00${sessionId}Z` },
});

/** The texts that become memories. */
async function promoted(...statements: LocatedStatement[]): Promise<string[]> {
  const store: StatementStore = {
    due: async () => [{ project: "shop", folder: "/shop" }],
    ofProject: async () => statements.map((one) => ({ ...one, holds: undefined })),
    holding: async () => [],
    settle: async () => {},
    mark: async () => true,
  };
  const texts: string[] = [];
  const keeper = {
    record: async (_: Call, { text }: LocatedStatement) => void texts.push(text),
    supersede: async () => {},
  };
  const call = { tenant: "local" } as Call;
  await promoteStatements(call, store, keeper);
  return texts;
}

it("what is likely to matter becomes a memory at once, what is doubtful when another session repeats it", async () => {
  const [likely, doubtful] = ["The label printer takes 40 by 60 labels.", "Settings live in one table."];
  expect(await promoted(stated(likely, "1", 0.9), stated(doubtful, "1", 0.35))).toEqual([likely]);
  expect(await promoted(stated(doubtful, "1", 0.35), stated(doubtful, "2", 0.35))).toEqual([doubtful]);
});

it("what a rule found, or an earlier version, becomes a memory at once", async () => {
  expect(await promoted(stated("Settings live in one table.", "1"))).toEqual(["Settings live in one table."]);
});
