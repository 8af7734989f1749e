import { describe, expect, it } from "vitest";
import { isReceived } from "./match-receipts.js";

const lesson = { title: "Sign webhooks over the raw body", content: "Parsing and writing JSON again changes bytes." };

describe("isReceived", () => {
  it("finds a memory by its title or its content", () => {
    expect(isReceived("Known:\n- sign webhooks over the\n  raw body (80%)", lesson)).toBe(true);
    expect(isReceived("- Parsing and writing JSON again changes bytes.", lesson)).toBe(true);
    expect(isReceived("- Sign the webhooks", lesson)).toBe(false);
  });

  it("does not match texts that occur by chance", () =>
    expect(isReceived("Use a pool for it", { title: "a pool", content: "pool" })).toBe(false));
});
