import { timingSafeEqual } from "node:crypto";
import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import type { MiddlewareHandler } from "hono";

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

export function guardToken(token: string): MiddlewareHandler {
  const expected = Buffer.from(token);
  return async (context, next) => {
    const given = Buffer.from(context.req.header("authorization")?.replace(/^Bearer /i, "") ?? "");
    if (given.length === expected.length && timingSafeEqual(given, expected)) {
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
