import { expect, it } from "vitest";
import { formatCount } from "./plural.js";

it("uses the singular for one and the plural for every other count", () => {
  expect([0, 1, 2].map((count) => formatCount(count, "session"))).toEqual(["0 sessions", "1 session", "2 sessions"]);
  expect(formatCount(1, "memory", "memories")).toBe("1 memory");
  expect(formatCount(3, "memory", "memories")).toBe("3 memories");
});
