import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../../test/redaction/random.js";
import { hasLongRuns, looksRandom } from "./looks-random.js";

const all = (text: string) => looksRandom(text, 0, text.length);

describe("looksRandom", () => {
  it.each([
    "getAccessTokenFromStore2",
    "session-storage-key-v2",
    "primary_account_name1",
    "application2024settings",
    "abcdefgh12345678",
    "1234567890123456",
  ])("takes %s for a name", (name) => {
    expect(all(name)).toBe(false);
  });

  it("takes random letters and digits for random in nearly all cases", () => {
    const random = seededRandom(11);
    const alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    const tokens = Array.from({ length: 2000 }, () => `${random.text(23, alphabet)}${random.below(10)}`);
    expect(tokens.filter(all).length).toBeGreaterThan(1980);
  });
});

it("tells words, numbers and alphabets from characters drawn one by one", () => {
  expect(hasLongRuns("ChaCha20-Poly1305")).toBe(true);
  expect(hasLongRuns("abcdefghijklmnop0123456789")).toBe(true);
  expect(hasLongRuns("vF9dft4qmTc2Nvb3RlckBhbHRhdmlz")).toBe(false);
});
