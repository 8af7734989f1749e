import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { readJson } from "./answer-error.js";
import { cookieName, isFromPage } from "./guards.js";
import { cookieDays, type SignIn } from "./sign-in.js";

/** Sent only with requests of the page; scripts cannot read it. */
const cookie = { httpOnly: true, sameSite: "Strict", path: "/api" } as const;

/** Exchanges a code from the URL for a cookie. Only our own page may request this. */
export async function answerSignIn(context: Context, signIn: SignIn): Promise<Response> {
  const { token } = await readJson(context).catch(() => ({ token: "" }));
  const value = isFromPage(context) && typeof token === "string" ? signIn.redeem(token) : undefined;
  if (value === undefined) {
    const message = "This link was already used or is not valid. Run `throughline ui` for a new one.";
    return context.json({ error: { code: "UNAUTHORIZED", message, details: {} } }, 401);
  }
  setCookie(context, cookieName, value, { ...cookie, maxAge: cookieDays * 86_400 });
  return context.json({ signedIn: true });
}

/** The server forgets the session, so that a copy of the cookie is worthless too. */
export async function answerSignOut(context: Context, signIn: SignIn): Promise<Response> {
  await signIn.end(getCookie(context, cookieName));
  deleteCookie(context, cookieName, cookie);
  return context.json({ signedIn: false });
}
