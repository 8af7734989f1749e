import { describe, expect, it } from "vitest";
import { isReceived } from "./match-receipts.js";

const lesson = {
  id: "mem_1",
  title: "Sign webhooks over the raw body",
  content: "Parsing and writing JSON again changes bytes.",
};

describe("isReceived", () => {
  it("finds a memory by its title or its content", () => {
    expect(isReceived({ text: "Known:\n- sign webhooks over the\n  raw body (80%)" }, lesson)).toBe(true);
    expect(isReceived({ text: "- Parsing and writing JSON again changes bytes." }, lesson)).toBe(true);
    expect(isReceived({ text: "- Sign the webhooks" }, lesson)).toBe(false);
  });

  it("takes the word of a receipt that names its memories", () => {
    expect(isReceived({ text: "", records: ["mem_1"] }, lesson)).toBe(true);
    expect(isReceived({ text: lesson.title, records: [] }, lesson)).toBe(false);
  });

  it("does not match texts that occur by chance", () =>
    expect(isReceived({ text: "Use a pool for it" }, { id: "mem_2", title: "a pool", content: "pool" })).toBe(false));
});
