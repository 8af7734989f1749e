import { describe, expect, it } from "vitest";
import { readHalf, scoreScripts } from "../bench/extraction/score.js";
import { anyCue, cues, intention } from "../src/domain/archive/extract/decision-cues.js";
import { sentencesOf } from "../src/domain/archive/extract/sentences.js";

/** Least precision and recall, in percent; what only a person's main findings are named of has no precision. */
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

describe.each(["tune", "held-out"] as const)("what is drawn from the %s sessions", (half) => {
  const { scores } = scoreScripts(readHalf(half));

  it.each(Object.entries(floors))("is no worse than it was: %s", (kind, [precision, recall]) => {
    const { expected, found, right, met } = scores.get(kind) ?? { expected: 0, found: 0, right: 0, met: 0 };
    expect(expected).toBeGreaterThan(0);
    expect((100 * right) / Math.max(1, found)).toBeGreaterThanOrEqual(precision);
    expect((100 * met) / expected).toBeGreaterThanOrEqual(recall);
  });
});

describe("the first look at a sentence", () => {
  it("passes over none that the expressions behind it take for a choice", () => {
    const said = (["tune", "held-out"] as const)
      .flatMap(readHalf)
      .flatMap(({ exchanges }) => exchanges)
      .flatMap(({ question, steps }) => [question, ...steps.map((step) => (step.kind === "say" ? step.text : ""))])
      .flatMap(sentencesOf);
    const choices = said.filter((sentence) => [...cues, intention].some((cue) => cue.test(sentence)));
    expect(choices.length).toBeGreaterThan(50);
    expect(choices.filter((sentence) => !anyCue.test(sentence))).toEqual([]);
  });
});
