import { describe, expect, it } from "vitest";
import type { StatementKind } from "../../../store/archive/exchange.js";
import type { CurrentStatement } from "../extract/statements/resolve-statements.js";
import { statementsAboutFile } from "./statements-about-file.js";

const stated = (text: string, about: StatementKind, at = "s1/1", files: string[] = []): CurrentStatement => {
  const [sessionId = "", exchangeKey = ""] = at.split("/");
  return {
    ...{ kind: "statement", by: "person", dropped: [], at: "2026-03-02T09:00:00.000Z", sessions: [sessionId] },
    ...{ about, text, files, sessionId, exchangeKey },
  };
};
const touch = (at: string) => {
  const [sessionId = "", exchangeKey = ""] = at.split("/");
  return { sessionId, exchangeKey, path: "src/orders/split.ts", how: "changed", at: "2026-03-02T09:00:00.000Z" };
};
const aboutSplit = (statements: readonly CurrentStatement[], ...touched: string[]) =>
  statementsAboutFile(statements, "src/orders/split.ts", touched.map(touch)).map(({ text }) => text);

describe("statementsAboutFile", () => {
  it("puts what was said in the exchange that touched the file before the rest of the session", () => {
    const later = stated("One queue per tenant.", "decision", "s1/2");
    const same = stated("Each supplier gets a parcel.", "decision", "s1/1");
    expect(aboutSplit([later, same], "s1/1")).toEqual([same.text, later.text]);
  });

  it("finds a rule by a word of the path in any session", () => {
    const rule = stated("We never split orders by warehouse.", "preference", "s9/1");
    expect(aboutSplit([rule, stated("Tabs, not spaces.", "preference", "s9/1")])).toEqual([rule.text]);
  });

  it("finds what names the file, also a task", () => {
    const task = stated("Still open: tests for split.ts.", "task", "s9/1");
    expect(aboutSplit([task])).toEqual([task.text]);
  });

  it("leaves out sessions that never touched the file, and how a session went", () => {
    expect(aboutSplit([stated("One queue per tenant.", "decision", "s2/1")], "s1/1")).toEqual([]);
    expect(aboutSplit([stated("The split of orders works.", "outcome", "s1/1")], "s1/1")).toEqual([]);
  });
});
