import { createHmac } from "node:crypto";
import { dayMs } from "../../base/days.js";
import type { Runtime } from "../../base/runtime.js";
import { sameText } from "../timing-safe-equal.js";

/** Sign-in of browsers: a one-time code is exchanged for a cookie. */
export type SignIn = ReturnType<typeof createSignIn>;

/** Cookies that were signed out before they expired, by their signature. */
export interface EndedCookies {
  has(signature: string): boolean;
  /** Remembers the signature until the time in milliseconds at which its cookie expires anyway. */
  add(signature: string, untilMs: number): Promise<void>;
}

export interface SignInDeps {
  readonly token: string;
  readonly runtime: Pick<Runtime, "now">;
  /** A random text that cannot be guessed. */
  newSecret(): string;
  readonly ended: EndedCookies;
}

export const cookieDays = 30;
const codeLifetimeMs = dayMs;
const maxCodes = 100;

export function createSignIn({ token, runtime, newSecret, ended }: SignInDeps) {
  const codes = new Map<string, number>();
  const nowMs = () => runtime.now().getTime();
  /** Signed with the access token, so that cookies survive a restart and expire with the token. */
  const sign = (until: string) => createHmac("sha256", token).update(`page until ${until}`).digest("base64url");
  const read = (cookie = "") => {
    const [until = "", signature = ""] = cookie.split(".");
    const untilMs = Number(until.split("-", 1)[0]);
    return sameText(signature, sign(until)) && untilMs > nowMs() ? { signature, untilMs } : undefined;
  };

  const isCode = (text: string): boolean => {
    const issuedAt = codes.get(text);
    codes.delete(text);
    return issuedAt !== undefined && nowMs() - issuedAt < codeLifetimeMs;
  };

  return {
    /** A one-time code that signs in one browser. */
    newCode(): string {
      const code = newSecret();
      codes.set(code, nowMs());
      if (codes.size > maxCodes) codes.delete(codes.keys().next().value ?? "");
      return code;
    },

    /** The cookie's value for a valid code or the access token; otherwise undefined. */
    redeem(codeOrToken: string): string | undefined {
      if (!isCode(codeOrToken) && !sameText(codeOrToken, token)) return undefined;
      // The random part keeps apart two browsers that sign in within a millisecond.
      const until = `${nowMs() + cookieDays * dayMs}-${newSecret()}`;
      return `${until}.${sign(until)}`;
    },

    isSignedIn(cookie: string | undefined): boolean {
      const session = read(cookie);
      return session !== undefined && !ended.has(session.signature);
    },

    /** Makes the cookie invalid, also after a restart. */
    async end(cookie: string | undefined): Promise<void> {
      const session = read(cookie);
      if (session) await ended.add(session.signature, session.untilMs);
    },
  };
}
