import { expect, it } from "vitest";
import { aNote } from "../../../test/support/search-store.js";
import { shownHitTitle } from "./shown-hit.js";

it("says of a hit that it does not hold any more, or probably not", () => {
  const document = aNote("a", "CI runs on CircleCI.", { kind: "memory", title: "CI" });
  expect(shownHitTitle({ document })).toBe("CI");
  expect(shownHitTitle({ document, isOutdated: true })).toBe("CI (a newer result says otherwise)");
  expect(shownHitTitle({ document: { ...document, scope: "past" }, isOutdated: true })).toBe("CI (no longer holds)");
  expect(shownHitTitle({ document: { ...document, title: "" }, isOutdated: true })).toBe("");
});
