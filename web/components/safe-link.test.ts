import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safeLink } from "./safe-link.js";

describe("safeLink", () => {
  it.each(["https://example.com/a?b#c", "http://localhost:3000", "mailto:ada@example.com", "#/sessions/1"])(
    "accepts %s",
    (href) => expect(safeLink(href)).toBe(href),
  );

  it.each([
    "javascript:alert(1)",
    " javascript:alert(1)",
    "java\nscript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "\u0001javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "//evil.example/x",
    "blob:https://example.com/1",
    "",
  ])("rejects %j", (href) => expect(safeLink(href)).toBeUndefined());

  it("returns only http(s), mailto and routes of the page", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.constantFrom("javascript:", "data:", "#/")), (text) => {
        const safe = safeLink(text);
        if (safe !== undefined) expect(safe).toMatch(/^(https?:\/\/|mailto:|#\/)/i);
      }),
    );
  });
});
