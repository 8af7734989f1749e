import { describe, expect, it } from "vitest";
import { cookieDays, createSignIn } from "./sign-in.js";

function signIn(token = "tl_secret", ended = new Map<string, number>()) {
  let ms = Date.parse("2026-01-01T00:00:00Z");
  let count = 0;
  const server = createSignIn({
    token,
    runtime: { now: () => new Date(ms) },
    newSecret: () => `code-${++count}`,
    ended: {
      has: (signature) => ended.has(signature),
      add: async (signature, until) => void ended.set(signature, until),
    },
  });
  return { ...server, pass: (days: number) => (ms += days * 86_400_000) };
}

describe("createSignIn", () => {
  it("signs in one browser per code", () => {
    const { newCode, redeem, isSignedIn } = signIn();
    const code = newCode();
    const cookie = redeem(code);
    expect(isSignedIn(cookie)).toBe(true);
    expect(redeem(code)).toBeUndefined();
  });

  it("accepts the access token too, and nothing else", () => {
    const { redeem, isSignedIn } = signIn();
    expect(isSignedIn(redeem("tl_secret"))).toBe(true);
    for (const wrong of ["", "tl_secre", "tl_secret2", "code-1"]) expect(redeem(wrong)).toBeUndefined();
  });

  it("accepts a cookie after a restart, until it expires or the token changes", () => {
    const { redeem, isSignedIn, pass } = signIn();
    const cookie = redeem("tl_secret");
    expect(signIn().isSignedIn(cookie)).toBe(true);
    expect(signIn("tl_other").isSignedIn(cookie)).toBe(false);
    pass(cookieDays + 1);
    expect(isSignedIn(cookie)).toBe(false);
  });

  it("rejects a cookie that was signed out, also after a restart, and no other", async () => {
    const ended = new Map<string, number>();
    const { redeem, isSignedIn, end, pass } = signIn("tl_secret", ended);
    const first = redeem("tl_secret");
    pass(1);
    const second = redeem("tl_secret");
    await end(first);
    expect(isSignedIn(first)).toBe(false);
    expect(signIn("tl_secret", ended).isSignedIn(first)).toBe(false);
    expect(isSignedIn(second)).toBe(true);
  });

  it("does not remember cookies that were never valid", async () => {
    const ended = new Map<string, number>();
    const { end } = signIn("tl_secret", ended);
    for (const cookie of [undefined, "", "99999999999999.forged"]) await end(cookie);
    expect(ended.size).toBe(0);
  });

  it("rejects forged and extended cookies", () => {
    const { redeem, isSignedIn } = signIn();
    const [, signature] = redeem("tl_secret")?.split(".") ?? [];
    for (const cookie of [undefined, "", ".", "99999999999999.", `99999999999999.${signature}`])
      expect(isSignedIn(cookie)).toBe(false);
  });

  it("expires unused codes after a day", () => {
    const { newCode, redeem, pass } = signIn();
    const code = newCode();
    pass(1.1);
    expect(redeem(code)).toBeUndefined();
  });
});
