import type { Context, Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Principal } from "../../domain/access/principal.js";
import type { SurfaceApp } from "../../domain/surface-app.js";
import { answerRoute } from "../http/answer-route.js";
import { cookieName, isFromPage } from "../http/guards.js";
import { routes } from "../http/routes/catalog.js";
import { cookieDays } from "../http/sign-in.js";
import type { Client } from "../open-call.js";
import type { PublicAddress } from "./public-address.js";
import { refuse } from "./refusals.js";

/** Browsers store no longer cookies. */
const maxCookieChars = 3800;

/** The header of a client, or the token that the page's sign-in stored in this browser. */
export function authorizationOf(context: Context, { origin }: PublicAddress): string | undefined {
  const token = isFromPage(context, origin) ? getCookie(context, cookieName) : undefined;
  return context.req.header("authorization") ?? (token === undefined ? undefined : `Bearer ${token}`);
}

/**
 * The page's sign-in, and the routes that members may use. The cookie is the token itself, so that any server accepts it,
 * and revoking the token signs the browser out.
 */
export function addPageRoutes<V extends { principal: Principal }>(
  http: Hono<{ Variables: V }>,
  { app, address }: { readonly app: SurfaceApp; readonly address: PublicAddress },
  clientOf: (context: Context) => Client,
): void {
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
  for (const route of routes.filter(({ forTeam }) => forTeam !== undefined))
    http.on(route.method, route.path, (context) => answerRoute(context, { app, client: clientOf(context) }, route));
}
