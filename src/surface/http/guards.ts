import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import type { Context, MiddlewareHandler } from "hono";
import { getCookie } from "hono/cookie";
import { sameText } from "../timing-safe-equal.js";
import { refuse } from "./refuse.js";
import type { SignIn } from "./sign-in.js";

/** The cookie of a signed-in browser. */
export const cookieName = "throughline";
/** Sent by our page. A page of another origin would need a CORS preflight, which we never allow. */
const pageHeader = "x-throughline-page";

/** Rejects requests that pages of other sites make a browser send (DNS rebinding, CSRF). */
export function guardOrigin(host: string): MiddlewareHandler {
  const hosts = [...localhostAllowedHostnames(), host];
  const origins = [...localhostAllowedOrigins(), host];
  return async (context, next) => {
    const { raw } = context.req;
    return hostHeaderValidationResponse(raw, hosts) ?? originValidationResponse(raw, origins) ?? next();
  };
}

/** Whether a request has the access token, or is one of the page from a signed-in browser. */
export function isAuthenticated(context: Context, token: string, signIn: SignIn): boolean {
  const bearer = context.req.header("authorization")?.replace(/^Bearer /i, "") ?? "";
  return sameText(bearer, token) || (isFromPage(context) && signIn.isSignedIn(getCookie(context, cookieName)));
}

const noToken =
  "A bearer token is required. It is in the file `token` of the home folder (`throughline serve` prints its path).";

export function guardToken(token: string, signIn: SignIn): MiddlewareHandler {
  return async (context, next) => {
    if (isAuthenticated(context, token, signIn)) return next();
    context.header("WWW-Authenticate", "Bearer");
    return refuse(context, 401, "UNAUTHORIZED", noToken);
  };
}

/**
 * Whether our own page sent the request. For browsers all ports of a host are one site, so pages on other ports send the
 * cookie too; only the origin tells them apart.
 */
export function isFromPage(context: Context, ownOrigin = `http://${context.req.header("host")}`): boolean {
  const site = context.req.header("sec-fetch-site");
  if (site !== undefined) return site === "same-origin";
  // Browsers omit the header above for hosts that are neither HTTPS nor localhost.
  const origin = context.req.header("origin");
  if (origin !== undefined) return origin === ownOrigin;
  return context.req.header(pageHeader) !== undefined;
}
