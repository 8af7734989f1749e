import { expect, it } from "vitest";
import type { CurrentStatement } from "../extract/statements/resolve-statements.js";
import { briefSections } from "./start-brief.js";

const stated = (text: string, more: Partial<CurrentStatement>): CurrentStatement => ({
  ...{ kind: "statement", about: "decision", text, by: "person", dropped: [], files: [], sessions: ["one"] },
  ...{ sessionId: "one", exchangeKey: "1", at: "2026-01-01T09:00:00.000Z" },
  ...more,
});

const decisions = (...statements: CurrentStatement[]): string[] =>
  briefSections({ statements, memories: [], teamEntries: [], sessions: [], parts: { sessions: true, decisions: true } })
    .flatMap(({ lines }) => lines)
    .map(({ text }) => text.replace(/^- | \[.*$/g, ""));

it("what a person said once and may not be meant for later is not given", () => {
  const unlikely = stated("Vitest replaces Mocha.", { probability: 0.35 });
  expect(decisions(unlikely, stated("We keep SQLite.", { probability: 0.6 }))).toEqual(["We keep SQLite."]);
  expect(decisions({ ...unlikely, sessions: ["one", "two"] })).toEqual(["Vitest replaces Mocha."]);
  expect(decisions({ ...unlikely, by: "agent" })).toEqual(["Vitest replaces Mocha."]);
});
