import type { Context } from "hono";
import { deleteCookie, setCookie } from "hono/cookie";
import { cookieName, isFromPage } from "./guards.js";
import { readJson } from "./refuse.js";
import { cookieDays, type SignIn } from "./sign-in.js";

/** Sent with what the page asks for, and with nothing else; scripts cannot read it. */
const cookie = { httpOnly: true, sameSite: "Strict", path: "/api" } as const;

/** Turns a code from the address bar into a cookie. Only our own page may ask. */
export async function answerSignIn(context: Context, signIn: SignIn): Promise<Response> {
  const { token } = await readJson(context).catch(() => ({ token: "" }));
  const value = isFromPage(context) && typeof token === "string" ? signIn.redeem(token) : undefined;
  if (value === undefined) {
    const message = "This link was used before, or is not ours. `throughline ui` opens the page with a fresh one.";
    return context.json({ error: { code: "UNAUTHORIZED", message, details: {} } }, 401);
  }
  setCookie(context, cookieName, value, { ...cookie, maxAge: cookieDays * 86_400 });
  return context.json({ signedIn: true });
}

export function answerSignOut(context: Context): Response {
  deleteCookie(context, cookieName, cookie);
  return context.json({ signedIn: false });
}
