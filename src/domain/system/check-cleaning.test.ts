import { describe, expect, it } from "vitest";
import type { CleaningState } from "../redaction/report/clean-stored.js";
import { checkCleaning } from "./doctor.js";

const state: CleaningState = {
  rules: "r2",
  startedAt: "2026-01-01T00:00:00.000Z",
  failedRows: 0,
  files: [],
  busyFiles: [],
  columns: [{ column: "memories.content", values: 3 }],
};
const messageOf = (...args: Parameters<typeof checkCleaning>) => checkCleaning(...args).message;

describe("checkCleaning", () => {
  it("says when the rules in use were applied to everything", () => {
    const last = { ...state, finishedAt: "2026-01-02T00:00:00.000Z" };
    expect(messageOf({ rules: "r2", isCurrent: true, isEmpty: false, last })).toBe(
      "the current rules were applied to everything stored (2026-01-02T00:00:00.000Z); 3 values redacted",
    );
  });

  it("says how far a run is", () => {
    const last = { ...state, position: { table: "memories", row: { id: "m1" } } };
    expect(messageOf({ rules: "r2", isCurrent: false, isEmpty: false, last })).toBe(
      "applying the current rules to what is stored: at table memories, 3 values redacted",
    );
  });

  it("says who applies new rules", () => {
    expect(messageOf({ rules: "r3", isCurrent: false, isEmpty: false, last: state })).toContain("in the background");
    expect(messageOf({ rules: "r3", isCurrent: false, isEmpty: false })).toMatch(/not yet checked.*secrets clean/);
  });

  it("says of a new home that nothing is stored, not that something is left to do", () => {
    expect(messageOf({ rules: "r2", isCurrent: false, isEmpty: true })).toContain("nothing is stored yet");
  });
});
