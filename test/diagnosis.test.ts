import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchPatterns } from "../src/domain/errors/diagnosis/diagnose.js";
import { failurePatterns } from "../src/domain/errors/diagnosis/failure-pattern.js";
import { failures } from "./diagnosis/failures.js";
import { heldOutFailures } from "./diagnosis/held-out-failures.js";

const judge = (all: typeof failures) =>
  all.map(([expected, message, context = ""]) => {
    const [first, ...rest] = matchPatterns(message, context);
    return {
      ...{ expected, message, got: first?.id ?? "none", confidence: first?.confidence ?? 0.1 },
      isRight: (first?.id ?? "none") === expected,
      isAmongThree: [first, ...rest].slice(0, 3).some((one) => one?.id === expected),
    };
  });
const guesses = judge(failures);
const judged = guesses.filter(({ expected }) => expected !== "none");

describe("the failure patterns", () => {
  it("are many, each with a unique name, checks and a cause", () => {
    expect(failurePatterns.length).toBeGreaterThanOrEqual(120);
    expect(new Set(failurePatterns.map(({ id }) => id)).size).toBe(failurePatterns.length);
    expect(failurePatterns.filter(({ checks, cause }) => checks.length === 0 || cause === "")).toEqual([]);
  });

  it("name the cause of most committed errors, first or in the top three", () => {
    const share = (right: boolean[]) => right.filter(Boolean).length / right.length;
    expect(share(judged.map(({ isRight }) => isRight))).toBeGreaterThanOrEqual(0.9);
    expect(share(judged.map(({ isAmongThree }) => isAmongThree))).toBeGreaterThanOrEqual(0.95);
  });

  it("return nothing for errors that no pattern describes", () => {
    expect(guesses.filter(({ expected, got }) => expected === "none" && got !== "none")).toEqual([]);
  });

  it("name the cause of most errors that were collected later", () => {
    const later = judge(heldOutFailures).filter(({ expected }) => expected !== "none");
    expect(later.filter(({ isRight }) => isRight).length / later.length).toBeGreaterThanOrEqual(0.9);
  });

  it("quote the input as evidence", () => {
    for (const [, message, context = ""] of failures) {
      for (const { evidence } of matchPatterns(message, context)) {
        expect(`${message}\n${context}`).toContain(evidence[0]);
      }
    }
  });

  it("accept any text", () => {
    fc.assert(fc.property(fc.string(), fc.string(), (message, context) => void matchPatterns(message, context)));
    for (const hostile of ["a".repeat(100_000), "timed out from ".repeat(8000), "at (".repeat(30_000)]) {
      expect(Array.isArray(matchPatterns(hostile, hostile))).toBe(true);
    }
  });
});
