import { describe, expect, it } from "vitest";
import { readHalf, scoreScripts } from "./score.js";
import { sentencesOf } from "../../src/base/text/sentences.js";
import { anyCue, cues, intention } from "../../src/domain/archive/extract/extract-decisions.js";

/** Minimum precision and recall, in percent. Precision is 0 where the annotations list only the main findings. */
const floors: Readonly<Record<string, readonly [precision: number, recall: number]>> = {
  solved: [95, 95],
  failed: [60, 95],
  answered: [95, 85],
  decision: [85, 85],
  reason: [0, 80],
  alternative: [0, 80],
  file: [95, 95],
  fix: [80, 80],
  command: [0, 95],
  topic: [0, 80],
};

describe.each(["tune", "held-out"] as const)("extraction from the %s sessions", (half) => {
  const { scores } = scoreScripts(readHalf(half));

  it.each(Object.entries(floors))("stays above its floor: %s", (kind, [precision, recall]) => {
    const { expected, extracted, correct, recalled } = scores.get(kind) ?? {
      expected: 0,
      extracted: 0,
      correct: 0,
      recalled: 0,
    };
    expect(expected).toBeGreaterThan(0);
    expect((100 * correct) / Math.max(1, extracted)).toBeGreaterThanOrEqual(precision);
    expect((100 * recalled) / expected).toBeGreaterThanOrEqual(recall);
  });
});

describe("the cue filter for sentences", () => {
  it("skips no sentence that the full expressions accept as a decision", () => {
    const sentences = (["tune", "held-out"] as const)
      .flatMap(readHalf)
      .flatMap(({ exchanges }) => exchanges)
      .flatMap(({ question, steps }) => [question, ...steps.map((step) => (step.kind === "say" ? step.text : ""))])
      .flatMap(sentencesOf);
    const decisions = sentences.filter((sentence) => [...cues, intention].some((cue) => cue.test(sentence)));
    expect(decisions.length).toBeGreaterThan(50);
    expect(decisions.filter((sentence) => !anyCue.test(sentence))).toEqual([]);
  });
});
