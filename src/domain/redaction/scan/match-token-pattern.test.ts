import { describe, expect, it } from "vitest";
import { matchTokenPattern } from "./match-token-pattern.js";
import { parseTokenPattern } from "./parse-token-pattern.js";

describe("matchTokenPattern", () => {
  const pattern = parseTokenPattern("hex*4 '-' upper*1..3");

  it("gives the end of what fits", () => {
    expect(matchTokenPattern("x 12af-QRSTU", 2, pattern, false)).toBe(10);
  });

  it("refuses what is too short or of another alphabet", () => {
    expect(matchTokenPattern("12a-QR", 0, pattern, false)).toBe(-1);
    expect(matchTokenPattern("12af-qr", 0, pattern, false)).toBe(-1);
    expect(matchTokenPattern("12af", 0, pattern, false)).toBe(-1);
  });

  it("ignores the case of literals only on request", () => {
    expect(matchTokenPattern("KEY-1", 0, parseTokenPattern("'key-' digit"), true)).toBe(5);
    expect(matchTokenPattern("KEY-1", 0, parseTokenPattern("'key-' digit"), false)).toBe(-1);
  });

  it("takes no letter from outside ASCII for one of a token", () => {
    expect(matchTokenPattern("\u212aey-1", 0, parseTokenPattern("'key-' digit"), true)).toBe(-1);
  });
});
