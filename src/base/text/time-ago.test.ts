import { describe, expect, it } from "vitest";
import { timeAgo } from "./time-ago.js";

const now = Date.parse("2026-01-10T12:00:00Z");

describe("timeAgo", () => {
  it.each([
    ["2026-01-10T11:59:40Z", "just now"],
    ["2026-01-10T11:30:00Z", "30 min. ago"],
    ["2026-01-10T09:00:00Z", "3 hr. ago"],
    ["2026-01-09T12:00:00Z", "yesterday"],
    ["2025-12-10T12:00:00Z", "last mo."],
    ["no time", ""],
  ])("says of %s: %s", (at, phrase) => expect(timeAgo(at, now)).toBe(phrase));
});
