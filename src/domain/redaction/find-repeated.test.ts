import { describe, expect, it } from "vitest";
import { findRepeated } from "./find-repeated.js";

const repeated = (text: string, value: string, rule = "generic-api-key") => {
  const start = text.indexOf(value);
  return findRepeated(text, [{ rule, start, end: start + value.length }]).length;
};

describe("findRepeated", () => {
  it("finds a token again where it has no name", () => {
    const token = "q7Rk2mZp9Xc4Vt1Lw8Bn";
    expect(repeated(`api_token=${token}\nGET /items/${token}\n${token}x`, token)).toBe(2);
  });

  it("leaves identifiers and keys of other things alone, so that one mistake stays one", () => {
    expect(repeated('token: "ChaCha20-Poly1305"; name: "ChaCha20-Poly1305"', "ChaCha20-Poly1305")).toBe(0);
    const commit = "0d1a26e67d8f5eaf1f6ba5c57fc3c7d91ac0fd1c";
    expect(repeated(`commit.key == "${commit}"; sha == "${commit}"`, commit)).toBe(0);
    expect(repeated(`commit.key == "${commit}"; sha == "${commit}"`, commit, "sentry-access-token")).toBe(2);
  });
});
