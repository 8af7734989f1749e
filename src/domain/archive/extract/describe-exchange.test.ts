import { describe, expect, it } from "vitest";
import type { DraftCall, ExchangeDraft } from "../ingest/exchange-draft.js";
import { describeExchange } from "./describe-exchange.js";

const at = "2026-01-01T00:00:00.000Z";
const edit: DraftCall = {
  ...{ id: "1", tool: "Edit", at, files: ["store.rs"], changes: true, edits: [], own: false },
  intent: "I add the crate first.",
};

/** What a choice between two options states, by what the agent has done and said since. */
function statedOf(answers: readonly string[], calls: DraftCall[] = []): string[] {
  const draft: ExchangeDraft = {
    ...{ key: "1", at, endedAt: at, question: "sqlcipher.", calls },
    answers: answers.map((text, i) => [`${i}`, text]),
    ...{ asked: "SQLCipher or the keychain?", before: ["", "SQLCipher or the keychain?"] },
  };
  const { findings } = describeExchange(draft, { sessionId: "s", project: "p", shorten: (path) => path });
  return findings.flatMap((one) => (one.kind === "statement" && !one.isCandidate ? [one.text] : []));
}

describe("a choice", () => {
  it("is stated once, when the agent has answered: what is learned from half an answer stays", () => {
    expect(statedOf([])).toEqual([]);
    expect(statedOf(["I add the crate first."], [edit])).toEqual([]);
    const confirmed = "History is in a SQLCipher database now.";
    expect(statedOf(["I add the crate first.", `Done: ${confirmed}`], [edit])).toEqual([confirmed]);
  });

  it("is stated with its question where the answer does not name it", () => {
    expect(statedOf(["The tests pass."])).toContain("SQLCipher or the keychain? → sqlcipher.");
  });
});
