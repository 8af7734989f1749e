import { describe, expect, it } from "vitest";
import type { StoredStatement } from "../../../../store/archive/statement-store.js";
import { extractStatements } from "./extract-statements.js";
import { settleStatements } from "./settle-statements.js";

const said = (sessionId: string, text: string, holds?: boolean): StoredStatement[] =>
  extractStatements(text, "person").map((one) => ({
    ...one,
    ...{ files: [], sessionId, exchangeKey: "1", at: sessionId, holds, isCompared: false, isRead: true, label: text },
  }));

describe("settleStatements", () => {
  it("takes settled statements as they are, the newest first", () => {
    const statements = [...said("1", "We agreed to use Mocha.", true), ...said("2", "Vitest replaces Mocha.", true)];
    const { current, changes } = settleStatements(statements);
    expect(current.map(({ text }) => text)).toEqual(["Vitest replaces Mocha.", "We agreed to use Mocha."]);
    expect(changes).toEqual([]);
  });

  it("compares new statements with the settled ones, and reports what changed", () => {
    const statements = [
      ...said("1", "We agreed to use Mocha.", true),
      ...said("1", "Olga owns the billing service.", true),
      ...said("2", "Vitest replaces Mocha."),
    ];
    const { current, changes } = settleStatements(statements);
    expect(current.map(({ text }) => text)).toEqual(["Vitest replaces Mocha.", "Olga owns the billing service."]);
    expect(changes.map(({ text, holds }) => [text, holds])).toEqual([
      ["We agreed to use Mocha.", false],
      ["Vitest replaces Mocha.", true],
    ]);
  });
});
