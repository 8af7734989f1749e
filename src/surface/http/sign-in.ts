import { createHmac } from "node:crypto";
import { dayMs } from "../../base/days.js";
import type { Runtime } from "../../base/runtime.js";
import { sameText } from "../timing-safe-equal.js";

/** Sign-in of browsers: a one-time code is exchanged for a cookie. */
export interface SignIn {
  /** A one-time code that signs in one browser. */
  newCode(): string;
  /** The cookie's value for a valid code or the access token; otherwise undefined. */
  redeem(codeOrToken: string): string | undefined;
  isSignedIn(cookie: string | undefined): boolean;
}

export interface SignInDeps {
  readonly token: string;
  readonly runtime: Pick<Runtime, "now">;
  /** A random text that cannot be guessed. */
  newSecret(): string;
}

export const cookieDays = 30;
const codeLifetimeMs = dayMs;
const maxCodes = 100;

export function createSignIn({ token, runtime, newSecret }: SignInDeps): SignIn {
  const codes = new Map<string, number>();
  const nowMs = () => runtime.now().getTime();
  /** Signed with the access token, so that cookies survive a restart and expire with the token. */
  const sign = (until: string) => createHmac("sha256", token).update(`page until ${until}`).digest("base64url");

  const isCode = (text: string): boolean => {
    const issuedAt = codes.get(text);
    codes.delete(text);
    return issuedAt !== undefined && nowMs() - issuedAt < codeLifetimeMs;
  };

  return {
    newCode() {
      const code = newSecret();
      codes.set(code, nowMs());
      if (codes.size > maxCodes) codes.delete(codes.keys().next().value ?? "");
      return code;
    },

    redeem(codeOrToken) {
      if (!isCode(codeOrToken) && !sameText(codeOrToken, token)) return undefined;
      const until = String(nowMs() + cookieDays * dayMs);
      return `${until}.${sign(until)}`;
    },

    isSignedIn(cookie = "") {
      const [until = "", signature = ""] = cookie.split(".");
      return sameText(signature, sign(until)) && Number(until) > nowMs();
    },
  };
}
