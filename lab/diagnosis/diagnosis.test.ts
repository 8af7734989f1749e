import { describe, expect, it } from "vitest";
import { calibrationError, reliability } from "./reliability.js";
import { readHalf } from "./cases.js";
import { claimsOf, judge as judgeCase, misfiled } from "./score.js";

describe("the failure patterns", () => {
  it("are calibrated and mostly right for outputs that they were not written for", () => {
    const cases = readHalf("held-out");
    const verdicts = cases.map(judgeCase);
    const claims = claimsOf(verdicts);
    const errors = verdicts.filter(({ verdict }) => verdict !== "silent" && verdict !== "false alarm");
    const share = (of: typeof verdicts, verdict: string) =>
      of.filter((one) => one.verdict === verdict).length / of.length;
    expect(misfiled("held-out", cases)).toEqual([]);
    expect(errors.length).toBeGreaterThanOrEqual(300);
    expect(calibrationError(reliability(claims), claims.length)).toBeLessThan(0.1);
    expect(share(errors, "right")).toBeGreaterThanOrEqual(0.8);
    expect(share(errors, "wrong")).toBeLessThan(0.06);
  });

  it("are silent about output without an error", () => {
    expect(
      readHalf("tune")
        .map(judgeCase)
        .filter(({ verdict }) => verdict === "false alarm"),
    ).toEqual([]);
  });
});
