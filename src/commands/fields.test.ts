import { describe, expect, it } from "vitest";
import { timeSince } from "./fields.js";

const now = new Date("2026-03-15T12:00:00.000Z");

describe("timeSince", () => {
  it("reads a date and an age", () => {
    expect(timeSince("2026-01-31", now)).toBe("2026-01-31T00:00:00.000Z");
    expect(timeSince("12h", now)).toBe("2026-03-15T00:00:00.000Z");
    expect(timeSince("2w", now)).toBe("2026-03-01T12:00:00.000Z");
  });

  it.each(["yesterday", "2026-99-99", "99999999999w", ""])("refuses %j as an invalid time", (text) => {
    expect(() => timeSince(text, now)).toThrow("Invalid time");
  });
});
