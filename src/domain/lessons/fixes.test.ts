import { describe, expect, it } from "vitest";
import { errorFingerprint } from "../../base/text/error-fingerprint.js";
import { failureFingerprints, failureLine } from "../errors/failure-line.js";
import { findFix, type StoredFix } from "./fixes.js";

const fixOf = (output: string, command = "npm test"): StoredFix => {
  const error = failureLine(output) ?? "";
  return {
    kind: "remediation",
    fingerprint: errorFingerprint(error),
    fingerprints: failureFingerprints(output),
    error,
    command,
    proof: command,
    attempts: [],
    files: ["src/pool.ts"],
    steps: [],
    diff: "",
    sessionId: "s1",
    exchangeKey: "1",
    at: "2026-03-02T09:00:00.000Z",
  };
};
const found = (stored: string, output: string, command = "npm test") =>
  findFix([fixOf(stored)], { output, command }) !== undefined;

describe("findFix", () => {
  it.each([
    ["other line numbers", "TypeError: pool is gone at src/a.ts:12:4", "TypeError: pool is gone at src/b.ts:90:1"],
    [
      "colors",
      "Error: connect ECONNREFUSED 127.0.0.1:5432",
      "\u001b[31mError: connect ECONNREFUSED 127.0.0.1:6543\u001b[39m",
    ],
    [
      "a host's frame",
      "attempt to subtract with overflow",
      "Chunk ID: f3\nWall time: 2 s\nProcess exited with code 101\nOutput:\nattempt to subtract with overflow",
    ],
    [
      "another id",
      "Error: order 7f3c9a12-1111-4222-8333-abcdefabcdef has no owner",
      "Error: order 0a0b0c0d-9999-4222-8333-aaaaaabbbbbb has no owner",
    ],
    [
      "a prefix of a tool",
      'Error: relation "users" does not exist',
      '[api] 12:04:11 PostgresError: relation "users" does not exist',
    ],
    [
      "another error first",
      "FAIL src/a.test.ts > splits an amount\nAssertionError: expected 1 to be 2",
      "Error: snapshot obsolete in widgets\nFAIL src/a.test.ts > splits an amount",
    ],
    [
      "other words around",
      "Error: The queue worker lost its connection to the broker",
      "Error: queue worker lost connection to broker after 3 retries",
    ],
  ])("finds a fix in spite of %s", (_, stored, output) => expect(found(stored, output)).toBe(true));

  it.each([
    ["another missing module", "Error: Cannot find module 'left-pad'", "Error: Cannot find module 'right-pad'"],
    [
      "another test of the same run",
      "FAIL src/a.test.ts > splits an amount\n1 failed",
      "FAIL src/b.test.ts > joins names\n1 failed",
    ],
    ["another error", "TypeError: pool is gone", "SyntaxError: unexpected end of input"],
  ])("does not take the fix of %s", (_, stored, output) => expect(found(stored, output)).toBe(false));

  it("takes a report without details for the same failure only after the same command", () => {
    expect(found("1 failed, 3 passed", "2 failed, 9 passed")).toBe(true);
    expect(found("FAILURES!\nTests: 7, Failures: 1.", "FAILURES!\nTests: 9, Failures: 2.", "make lint")).toBe(false);
  });

  it("prefers the fix of the same line", () => {
    const [similar, same] = [fixOf("Error: queue worker lost its broker connection"), fixOf("Error: pool is gone")];
    expect(findFix([similar, same], { output: "Error: pool is gone", command: "" })).toEqual({
      fix: same,
      isSame: true,
    });
  });
});
