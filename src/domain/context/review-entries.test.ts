import { expect, it } from "vitest";
import { hasSecret } from "./review-entries.js";

it("scans a text once, and again after it changed", () => {
  const scanned: string[] = [];
  const redact = (text: string) => {
    scanned.push(text);
    return text.replace("hunter2", "[REDACTED]");
  };
  const texts = ["Password: hunter2", "No secret", "Password: hunter2", "No secret", "No secret any more"];
  expect(texts.map((text) => hasSecret(redact, text))).toEqual([true, false, true, false, false]);
  expect(scanned).toEqual(["Password: hunter2", "No secret", "No secret any more"]);
});
