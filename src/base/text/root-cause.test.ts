import { describe, expect, it } from "vitest";
import { isStatedCause } from "./root-cause.js";

describe("isStatedCause", () => {
  it.each(["", "not stated", "Unknown.", "n/a", "Not stated. Fixed in session s1 on 2026-11-09."])(
    "recognizes that %j says nothing",
    (text) => expect(isStatedCause(text)).toBe(false),
  );

  it.each(["The port was taken.", "Unknown host in the proxy settings", "Not stated in the docs: the limit is 4"])(
    "accepts %j",
    (text) => expect(isStatedCause(text)).toBe(true),
  );
});
