import { createHmac, timingSafeEqual } from "node:crypto";
import { dayMs } from "../../base/days.js";
import type { Runtime } from "../../base/runtime.js";

/** How browsers prove that they were let in: a code works once and becomes a cookie. */
export interface SignIn {
  /** A code that lets one browser in, once. */
  newCode(): string;
  /** The cookie's value for a code or for the access token itself; undefined for anything else. */
  redeem(given: string): string | undefined;
  isSignedIn(cookie: string | undefined): boolean;
}

export interface SignInDeps {
  readonly token: string;
  readonly runtime: Pick<Runtime, "now">;
  /** A text that nobody can guess. */
  newSecret(): string;
}

export const cookieDays = 30;
const codeMs = dayMs;
const maxCodes = 100;

export function createSignIn({ token, runtime, newSecret }: SignInDeps): SignIn {
  const codes = new Map<string, number>();
  const nowMs = () => runtime.now().getTime();
  /** Signed with the access token, so that cookies outlive the server and end with the token. */
  const sign = (until: string) => createHmac("sha256", token).update(`page until ${until}`).digest("base64url");

  const isCode = (given: string): boolean => {
    const madeAt = codes.get(given);
    codes.delete(given);
    return madeAt !== undefined && nowMs() - madeAt < codeMs;
  };

  return {
    newCode() {
      const code = newSecret();
      codes.set(code, nowMs());
      if (codes.size > maxCodes) codes.delete(codes.keys().next().value ?? "");
      return code;
    },

    redeem(given) {
      if (!isCode(given) && !isSame(given, token)) return undefined;
      const until = String(nowMs() + cookieDays * dayMs);
      return `${until}.${sign(until)}`;
    },

    isSignedIn(cookie = "") {
      const [until = "", signature = ""] = cookie.split(".");
      return isSame(signature, sign(until)) && Number(until) > nowMs();
    },
  };
}

/** Compares in a time that does not tell how much fits. */
export function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
