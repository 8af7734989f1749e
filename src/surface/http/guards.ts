import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import type { Context, MiddlewareHandler } from "hono";
import { getCookie } from "hono/cookie";
import { isSame, type SignIn } from "./sign-in.js";

/** The cookie of a browser that was let in. */
export const cookieName = "throughline";
/** Sent by our page. A page of another origin would have to ask us first whether it may, and we never say yes. */
const pageHeader = "x-throughline-page";

/** Refuses requests that a web page of another site makes a browser send here (DNS rebinding, forged requests). */
export function guardOrigin(host: string): MiddlewareHandler {
  const hosts = [...localhostAllowedHostnames(), host];
  const origins = [...localhostAllowedOrigins(), host];
  return async (context, next) => {
    const refused =
      hostHeaderValidationResponse(context.req.raw, hosts) ?? originValidationResponse(context.req.raw, origins);
    if (refused) return refused;
    await next();
    return undefined;
  };
}

/** Lets through who shows the access token, and the page itself once its browser was let in. */
export function guardToken(token: string, signIn: SignIn): MiddlewareHandler {
  return async (context, next) => {
    const given = context.req.header("authorization")?.replace(/^Bearer /i, "") ?? "";
    const isBrowser = () => isFromPage(context) && signIn.isSignedIn(getCookie(context, cookieName));
    if (isSame(given, token) || isBrowser()) {
      await next();
      return undefined;
    }
    const message =
      "A bearer token is needed. It is in the file `token` of the home folder (`throughline serve` says where).";
    return context.json({ error: { code: "UNAUTHORIZED", message, details: {} } }, 401, {
      "WWW-Authenticate": "Bearer",
    });
  };
}

/**
 * Whether our own page sent it. To browsers, every port of this machine is one site: the cookie comes along from pages
 * of other ports too, and only the origin tells them apart.
 */
export function isFromPage(context: Context): boolean {
  const site = context.req.header("sec-fetch-site");
  if (site !== undefined) return site === "same-origin";
  // Browsers leave the header above out at addresses that are neither encrypted nor this machine's own.
  const origin = context.req.header("origin");
  if (origin !== undefined) return origin === `http://${context.req.header("host")}`;
  return context.req.header(pageHeader) !== undefined;
}
