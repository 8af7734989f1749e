import type { Context, Env, Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { AppError } from "../../base/errors.js";
import { anonymousTenant } from "../../domain/access/audit.js";
import { principalOfClaims } from "../../domain/access/claims.js";
import type { Principal } from "../../domain/access/principal.js";
import { tokenPrefix } from "../../domain/access/tokens.js";
import type { SurfaceApp } from "../../domain/surface-app.js";
import type { TokenVerifier } from "../../engine/token-verifier.js";
import { noteOrLog } from "../call-as-principal.js";
import { cookieName, isFromPage } from "../http/guards.js";
import { createRateLimit } from "../http/rate-limit.js";
import { refuse } from "../http/refuse.js";
import { cookieDays } from "../http/sign-in.js";
import type { Metrics } from "./metrics.js";
import type { Peer } from "./peers.js";
import type { PublicAddress } from "./public-address.js";

/** What is known of a request. */
export type Variables = { principal: Principal; peer: Peer; request: string; tools: Set<string> };
export type ServiceContext = Context<{ Variables: Variables }>;

export interface IdentifyDeps {
  readonly app: SurfaceApp;
  readonly address: PublicAddress;
  /** Absent when no authorization server is trusted. */
  readonly verifier: TokenVerifier | undefined;
  readonly metrics: Metrics;
}

/** Requests are counted per period this long, so that a client beyond the limit waits seconds, not a minute. */
export const requestPeriodMs = 10_000;
/** Maximum number of audited refusals of unauthenticated requests per minute; the metrics count all. */
const auditedRefusals = 60;

/** Lets requests of known people pass, within their rate; others are challenged, and some of them are audited. */
export function identify(deps: IdentifyDeps) {
  const { app, address, metrics } = deps;
  const settings = app.settings.values;
  const mayAudit = createRateLimit(auditedRefusals, app.runtime);
  const max = Math.max(1, Math.floor((settings["service.rateLimit"] * requestPeriodMs) / 60_000));
  const personMax = Math.ceil((settings["service.personRateLimit"] * requestPeriodMs) / 60_000);
  const limit = { name: "requests", max, periodMs: requestPeriodMs } as const;
  return async (context: ServiceContext, next: () => Promise<void>): Promise<Response | undefined> => {
    const sender = await authenticate(authorizationOf(context, address), deps);
    if (!("refused" in sender)) {
      const { tenant, user } = sender;
      if (personMax > 0) await app.access.rateLimits.take(tenant, { ...limit, max: personMax, person: user });
      await app.access.rateLimits.take(tenant, limit);
      context.set("principal", sender);
      await next();
      return undefined;
    }
    metrics.turnedAway(sender.error === "insufficient_scope" ? "forbidden" : "unauthenticated");
    const nobody = { tenant: anonymousTenant, user: "", credential: "", tool: "", result: "UNAUTHORIZED" };
    const [target, request] = [context.get("peer").address, context.get("request")];
    if (mayAudit("")) await noteOrLog(app.access.audit, app.log, { ...nobody, target, request });
    return challenge(context, address.metadataUrl, settings["service.scopePrefix"], sender);
  };
}

interface Refused {
  readonly refused: string;
  /** As in RFC 6750; none if the request has no token. */
  readonly error?: "invalid_token" | "insufficient_scope";
}

/** Challenges as RFC 6750 and 9728 define, so that a client can get a token by itself. */
function challenge(context: Context, metadataUrl: string, scopePrefix: string, { refused, error }: Refused): Response {
  const parts = [
    ...(error ? [`error="${error}"`, `error_description="${refused}"`] : []),
    `scope="${scopePrefix}read ${scopePrefix}write"`,
    `resource_metadata="${metadataUrl}"`,
  ];
  context.header("WWW-Authenticate", `Bearer ${parts.join(", ")}`);
  const status = error === "insufficient_scope" ? 403 : 401;
  return refuse(context, status, "UNAUTHORIZED", `The token was not accepted: ${refused}.`);
}

/** Longer than any token of an authorization server. */
const maxChars = 16_384;

/** The principal of an Authorization header. Throws only when that cannot be determined at the moment. */
async function authenticate(header: string | undefined, { app, verifier }: IdentifyDeps): Promise<Principal | Refused> {
  const [, token] = /^Bearer +(\S+) *$/i.exec(header ?? "") ?? [];
  if (token === undefined) return { refused: "missing bearer token" };
  if (token.length > maxChars) return invalid("it is too long");
  if (token.startsWith(tokenPrefix)) {
    const owner = await app.access.tokens.principalOf(token);
    return "refused" in owner ? invalid(owner.refused) : owner;
  }
  if (!verifier) return invalid("this service takes personal access tokens only");
  const verified = await verifier.verify(token);
  if (verified.kind === "invalid") return invalid(verified.why);
  if (verified.kind === "unavailable") throw noKeys(verified.why);
  const owner = principalOfClaims(verified.claims, app.settings.values);
  if (!("refused" in owner)) return owner;
  return { refused: owner.refused, error: owner.lacksScope ? "insufficient_scope" : "invalid_token" };
}

const invalid = (refused: string): Refused => ({ refused, error: "invalid_token" });

/** The cause is for the log: it may contain internal addresses. */
const noKeys = (why: string) =>
  new AppError("unavailable", "The authorization server's keys are unavailable.", {
    hint: "Try again in a few seconds.",
    cause: new Error(why),
  });

/** The header of a client, or the token that the page's sign-in stored in this browser. */
function authorizationOf(context: Context, { origin }: PublicAddress): string | undefined {
  const token = isFromPage(context, origin) ? getCookie(context, cookieName) : undefined;
  return context.req.header("authorization") ?? (token === undefined ? undefined : `Bearer ${token}`);
}

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
