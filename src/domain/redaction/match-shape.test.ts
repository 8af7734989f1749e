import { describe, expect, it } from "vitest";
import { matchShape } from "./match-shape.js";
import { parseShape } from "./parse-shape.js";

describe("matchShape", () => {
  const shape = parseShape("hex*4 '-' upper*1..3");

  it("gives the end of what fits", () => {
    expect(matchShape("x 12af-QRSTU", 2, shape, false)).toBe(10);
  });

  it("refuses what is too short or of another alphabet", () => {
    expect(matchShape("12a-QR", 0, shape, false)).toBe(-1);
    expect(matchShape("12af-qr", 0, shape, false)).toBe(-1);
    expect(matchShape("12af", 0, shape, false)).toBe(-1);
  });

  it("reads literals without regard to case only when told", () => {
    expect(matchShape("KEY-1", 0, parseShape("'key-' digit"), true)).toBe(5);
    expect(matchShape("KEY-1", 0, parseShape("'key-' digit"), false)).toBe(-1);
  });

  it("takes no letter from outside ASCII for one of a token", () => {
    expect(matchShape("\u212aey-1", 0, parseShape("'key-' digit"), true)).toBe(-1);
  });
});
