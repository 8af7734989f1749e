import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../../test/redaction/random.js";
import { hasLongRuns, minReadableBare, minReadableQuoted, readsLikeIdentifier } from "./reads-like-identifier.js";

const alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";

describe("readsLikeIdentifier", () => {
  it.each(["ChaCha20-Poly1305", "PruneMaybeThrows2", "session-storage-key-v2"])(
    "takes %s for an identifier, in quotation marks too",
    (name) => expect(readsLikeIdentifier(name, minReadableQuoted)).toBe(true),
  );

  it.each(["pkcs8P224PrivateKeyHex", "EC_prime256v1", "BASE64_URL_SAFE_NO_PAD"])(
    "takes %s for an identifier in code",
    (name) => expect(readsLikeIdentifier(name, minReadableBare)).toBe(true),
  );

  it.each([
    [minReadableBare, 0.03],
    [minReadableQuoted, 0.003],
  ])("with %d of the letters in words, takes at most %d of random tokens for one", (minReadable, maxShare) => {
    const random = seededRandom(5);
    const tokens = Array.from({ length: 4000 }, () => random.text(20, alphabet));
    const mistaken = tokens.filter((token) => readsLikeIdentifier(token, minReadable));
    expect(mistaken.length).toBeLessThan(tokens.length * maxShare);
  });
});

describe("hasLongRuns", () => {
  it("tells words, numbers and alphabets from characters drawn one by one", () => {
    expect(hasLongRuns("ChaCha20-Poly1305")).toBe(true);
    expect(hasLongRuns("abcdefghijklmnop0123456789")).toBe(true);
    expect(hasLongRuns("vF9dft4qmTc2Nvb3RlckBhbHRhdmlz")).toBe(false);
  });
});
