import { describe, expect, it } from "vitest";
import { estimateTokens } from "../../../base/text/estimate-tokens.js";
import type { Exchange, LocatedFinding, Remediation } from "../../../store/archive/exchange.js";
import { digestSession } from "./digest-session.js";
import { ownWords } from "./own-words.js";

const anExchange = (i: number, changes: Partial<Exchange> = {}): Exchange => ({
  sessionId: "s",
  key: `k${i}`,
  project: "p",
  at: `2026-10-10T09:00:00.000Z`,
  endedAt: "",
  question: `Question ${i}?`,
  answer: `Answer ${i}.`,
  outcome: "answered",
  files: [],
  topics: [],
  importance: 0.5,
  solution: { approach: "", implementation: "", outcome: "" },
  ...changes,
});

const aFix = (exchangeKey: string): LocatedFinding<Remediation> => ({
  kind: "remediation",
  sessionId: "s",
  exchangeKey,
  at: "",
  fingerprint: "",
  error: 'Traceback (most recent call last):\n  File "a.py", line 3\nTypeError: bad operand\nmore output',
  command: "pytest",
  attempts: ["pip install x"],
  files: ["a.py"],
  steps: [],
  proof: "pytest",
});

const options = { from: 0, partTokens: 3800, maxParts: 2 };
const digest = (exchanges: readonly Exchange[], fixes: LocatedFinding<Remediation>[] = [], changes = {}) =>
  digestSession(exchanges, fixes, { ...options, ...changes });

describe("digestSession", () => {
  it("has the person's words, the failure with its repair and the answer of each exchange", () => {
    const exchange = anExchange(1, { question: "Why does it fail?", answer: "It added None.", files: ["a.py"] });
    expect(digest([exchange], [aFix("k1")]).map(({ text }) => text)).toEqual([
      [
        "## E1",
        "Person: Why does it fail?",
        "Failed: pytest: TypeError: bad operand",
        "Did not help: pip install x",
        "Repaired: a.py; proved by pytest",
        "Changed: a.py",
        "Agent: It added None.",
      ].join("\n"),
    ]);
  });

  it("keeps questions with their options, causes and the end of a long answer", () => {
    const filler = Array.from({ length: 200 }, (_, i) => `Now looking at module ${i}, which has several functions.`);
    const answer = [
      filler.slice(0, 100).join("\n\n"),
      "The root cause was a missing index on orders.",
      "How should I proceed?\n1. add the index\n2. cache the query",
      filler.slice(100).join("\n\n"),
      "All tests pass.",
    ].join("\n\n");
    const [part] = digest([anExchange(1, { answer })]);
    expect(part?.text).toContain("The root cause was a missing index on orders.");
    expect(part?.text).toContain("How should I proceed?\n1. add the index\n2. cache the query");
    expect(part?.text).toMatch(/All tests pass\.$/);
    expect(estimateTokens(part?.text ?? "")).toBeLessThan(2600);
  });

  it("reads a long session in parts, within the budget, and leaves out the least important exchanges", () => {
    const long = Array.from({ length: 400 }, (_, i) =>
      anExchange(i + 1, { question: `Rule ${i}: ${"please keep this in mind. ".repeat(8)}`, importance: i % 2 }),
    );
    const parts = digest(long);
    expect(parts).toHaveLength(2);
    for (const { text } of parts) expect(estimateTokens(text)).toBeLessThanOrEqual(3900);
    const labels = parts.flatMap(({ exchanges }) => exchanges.map(({ label }) => Number(label.slice(1))));
    expect(labels).toEqual(labels.toSorted((a, b) => a - b));
    expect(labels.every((label) => label % 2 === 0)).toBe(true);
  });

  it("reads only what was added since the last time, under the same numbers", () => {
    const parts = digest([anExchange(1), anExchange(2), anExchange(3)], [], { from: 2 });
    expect(parts.flatMap(({ exchanges }) => exchanges.map(({ label }) => label))).toEqual(["E3"]);
  });
});

describe("ownWords", () => {
  it("cuts pasted logs, long code and blocks of hosts, and keeps the rest whole", () => {
    const log = Array.from({ length: 9 }, (_, i) => `[2026-01-01T00:00:0${i}] worker ${i} started`).join("\n");
    const code = `\`\`\`ts\n${"const a = 1;\n".repeat(20)}\`\`\``;
    const message = `Look at this:\n${log}\nError: port in use\n\n<command-message>x</command-message>and\n${code}\nNever start two workers!`;
    expect(ownWords(message)).toBe(
      "Look at this:\n[9 lines pasted]\nError: port in use\n\nand\n[20 lines pasted]\n\nNever start two workers!",
    );
  });

  it("takes nothing from the summary of an earlier conversation", () => {
    expect(ownWords("This session is being continued from a previous conversation that ran out of context.")).toBe("");
  });

  it("keeps a list of wishes, in any language", () => {
    const wishes = "Please:\n- use tabs\n- no default exports\n- 不要用 npm\n1) a\n2) b";
    expect(ownWords(wishes)).toBe(wishes);
  });
});
