import { expect, it } from "vitest";
import { hasLongRuns } from "./has-long-runs.js";

it("tells words, numbers and alphabets from characters drawn one by one", () => {
  expect(hasLongRuns("ChaCha20-Poly1305")).toBe(true);
  expect(hasLongRuns("abcdefghijklmnop0123456789")).toBe(true);
  expect(hasLongRuns("vF9dft4qmTc2Nvb3RlckBhbHRhdmlz")).toBe(false);
});
