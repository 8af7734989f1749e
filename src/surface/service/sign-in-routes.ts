import type { Env, Hono } from "hono";
import { deleteCookie, setCookie } from "hono/cookie";
import { cookieName, isFromPage } from "../http/guards.js";
import { refuse } from "../http/refuse.js";
import { cookieDays } from "../http/sign-in.js";
import type { PublicAddress } from "./public-address.js";

/** Browsers store no longer cookies. */
const maxCookieChars = 3800;

/** The page's sign-in. The cookie is the token itself, so that any server accepts it, and revoking it signs out. */
export function addSignInRoutes<E extends Env>(http: Hono<E>, address: PublicAddress): void {
  const path = `${new URL(address.base).pathname.replace(/\/$/, "")}/api`;
  const cookie = { httpOnly: true, sameSite: "Strict", secure: address.isSecure, path } as const;

  http.post("/api/sign-in", (context) => {
    const token = context.req
      .header("authorization")
      ?.replace(/^Bearer +/i, "")
      .trim();
    if (token === undefined || !isFromPage(context, address.origin))
      return refuse(context, 401, "UNAUTHORIZED", "Sign in on the page of this service.");
    if (token.length > maxCookieChars)
      return refuse(
        context,
        400,
        "INVALID_INPUT",
        "This token is too long for a browser. Use a personal access token.",
      );
    setCookie(context, cookieName, token, { ...cookie, maxAge: cookieDays * 86_400 });
    return context.json({ signedIn: true });
  });
  http.post("/api/sign-out", (context) => {
    deleteCookie(context, cookieName, cookie);
    return context.json({ signedIn: false });
  });
}
