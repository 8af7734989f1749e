import { getConnInfo } from "@hono/node-server/conninfo";
import { type Context, Hono } from "hono";
import { dayMs } from "../../base/days.js";
import { AppError, isUnwritable } from "../../base/errors.js";
import { version } from "../../base/version.js";
import { withTimeout } from "../../base/with-timeout.js";
import type { Access } from "../../domain/access/access.js";
import { anonymousTenant } from "../../domain/access/audit.js";
import type { CallAccess } from "../../domain/access/call-access.js";
import type { Principal } from "../../domain/access/principal.js";
import type { RecordCounts } from "../../domain/purge/purge.js";
import type { SurfaceApp } from "../../domain/surface-app.js";
import type { PageFiles } from "../../engine/page-files.js";
import type { Spans } from "../../engine/spans.js";
import type { Writes } from "../../engine/sql.js";
import { inTrace } from "../../engine/trace.js";
import type { Catalog } from "../catalog.js";
import { answerTool } from "../http/answer-tool.js";
import { limitBody } from "../http/limit-body.js";
import { createRateLimit } from "../http/rate-limit.js";
import { servePage } from "../http/serve-page.js";
import { listTools } from "../mcp/tool-listing.js";
import type { Client } from "../open-call.js";
import { sameText } from "../timing-safe-equal.js";
import { addAdminRoutes } from "./admin-routes.js";
import type { AdmissionControl } from "./admission.js";
import type { Authentication } from "./authenticate.js";
import type { Gauge, Metrics } from "./metrics.js";
import { addPageRoutes, authorizationOf } from "./page-routes.js";
import { createPeers, type Peer } from "./peers.js";
import { describeService, type PublicAddress } from "./public-address.js";
import { challenge, refuse, refuseWith } from "./refusals.js";
import { addTokenRoutes } from "./token-routes.js";
import { whenEnded } from "./when-ended.js";

export interface ServiceDeps {
  readonly app: SurfaceApp;
  readonly address: PublicAddress;
  readonly admission: AdmissionControl;
  readonly metrics: Metrics;
  readonly spans: Spans;
  readonly gauges: readonly Gauge[];
  readonly page: PageFiles;
  /** True after the stop signal: requests are still answered, on connections that end with the answer. */
  isStopping(): boolean;
  authenticate(header: string | undefined): Promise<Authentication>;
  /** The catalog for a principal. */
  catalogFor(principal: Principal): Catalog;
  /** Reports the name of each tool that the client calls to `onTool`. */
  clientFor(principal: Principal, facts: RequestFacts, onTool: (tool: string) => void): Client;
  /** Deletes all records that a person wrote, and the name from those of others. */
  erase(client: Client, user: string): Promise<RecordCounts>;
  mcp(request: Request, client: Client): Promise<Response>;
}

export type RequestFacts = Pick<CallAccess, "request" | "key" | "recordedAt">;

type Variables = { principal: Principal; peer: Peer; request: string; tools: Set<string> };
type ServiceContext = Context<{ Variables: Variables }>;

/** Requests are counted per period this long, so that a client beyond the limit waits seconds, not a minute. */
export const requestPeriodMs = 10_000;
/** Maximum number of audited refusals of unauthenticated requests per minute; the metrics count all. */
const auditedRefusals = 60;

/** `/mcp` and `/api` for clients with tokens, the page for people, and health checks and metrics for operators. */
export function createServiceApp(parts: ServiceDeps): Hono<{ Variables: Variables }> {
  const { app, address, metrics } = parts;
  const settings = app.settings.values;
  const http = new Hono<{ Variables: Variables }>();
  const peerOf = createPeers(settings["service.trustedProxies"]);
  http.use((context, next) => traceRequest(context as ServiceContext, parts, next));
  http.use((context, next) => logRequest(context as ServiceContext, parts, next));
  http.use(async (context, next) => {
    context.set("peer", peerOf(arrivalOf(context)));
    context.header("Cache-Control", "no-store");
    context.header("X-Content-Type-Options", "nosniff");
    await next();
    // Clients then open their next connection elsewhere.
    if (parts.isStopping()) context.res.headers.set("Connection", "close");
  });

  http.get("/healthz", (context) => context.json({ status: "ok", version }));
  const readWrites = createReadiness(app.access);
  http.get("/readyz", async (context) => {
    if (parts.isStopping()) return refuse(context, 503, "UNAVAILABLE", "The server is stopping.", 1);
    const status = await readWrites();
    // A database that cannot be written still answers searches, so balancers must not take the server out.
    return status ? context.json({ status }) : refuse(context, 503, "UNAVAILABLE", "The database does not answer.", 5);
  });
  const facts = describeService(address, settings["service.issuer"]);
  http.get("*", async (context, next) => {
    const isProgram = context.req.path === "/" && !context.req.header("accept")?.includes("text/html");
    if (isProgram) return context.json(facts.json);
    return (await servePage(context, parts.page, facts.head)) ?? next();
  });
  http.get("/metrics", (context) => answerMetrics(context, parts));
  for (const [path, document] of address.documents) http.get(path, (context) => context.json(document));

  http.use((context, next) => requireSecure(context, parts) ?? requireOrigin(context, parts) ?? next());
  http.use((context, next) => admit(context, parts, next));
  // Before the body is read: an unauthenticated client must not occupy a slot by sending slowly.
  http.use(identify(parts));
  http.use(limitBody(settings["http.maxBody"], { count: () => metrics.turnedAway("too_large") }));

  http.all("/mcp", (context) => parts.mcp(context.req.raw, clientOf(context, parts)));
  http.get("/api/whoami", (context) => context.json(context.get("principal")));
  addTokenRoutes(http, app.access);
  addPageRoutes(http, parts, (context) => clientOf(context as ServiceContext, parts));
  addAdminRoutes(http, {
    access: app.access,
    recordsPerTenant: settings["service.recordsPerTenant"],
    erase: (context, user) => parts.erase(clientOf(context as ServiceContext, parts), user),
  });
  http.get("/api/tools", (context) =>
    context.json({ tools: listTools(parts.catalogFor(context.get("principal")).tools) }),
  );
  http.post("/api/tools/:name", (context) => {
    const principal = context.get("principal");
    const route = { app, client: clientOf(context, parts), catalog: () => parts.catalogFor(principal), changed() {} };
    return answerTool(context, route);
  });
  http.notFound((context) => refuse(context, 404, "NOT_FOUND", `Not found: ${context.req.path}.`));
  http.onError((error, context) => refuseError(error, context as ServiceContext, parts));
  return http;
}

const clientOf = (context: ServiceContext, parts: ServiceDeps) => {
  const facts = {
    request: context.get("request"),
    key: context.req.header("idempotency-key"),
    recordedAt: readTime(context.req.header("recorded-at"), parts.app.runtime.now()),
  };
  return parts.clientFor(context.get("principal"), facts, (tool) => context.get("tools").add(tool));
};

/** As long as machines keep queued writes. */
const maxDelayMs = 15 * dayMs;

/** The time in a header, if it is a plausible one. */
function readTime(header: string | undefined, now: Date): string | undefined {
  const delayMs = now.getTime() - Date.parse(header ?? "");
  return delayMs >= 0 && delayMs <= maxDelayMs ? new Date(header ?? "").toISOString() : undefined;
}

/** Health checks and metrics are not traced. */
function traceRequest(context: ServiceContext, { spans }: ServiceDeps, next: () => Promise<void>): Promise<void> {
  const { method, path } = context.req;
  if (path !== "/mcp" && !path.startsWith("/api/")) return next();
  const span = { name: `${method} ${path}`, attributes: { "http.request.method": method, "url.path": path } };
  return inTrace(spans, span, context.req.header("traceparent") ?? "", async (add) => {
    await next();
    const { tenant } = (context.get("principal") as Principal | undefined) ?? {};
    add({
      "http.response.status_code": context.res.status,
      "throughline.request_id": context.get("request"),
      ...(tenant === undefined ? {} : { "throughline.tenant": tenant }),
    });
  });
}

const requestIdForm = /^[\w.:-]{8,100}$/;

/** Counts every answer and logs those to known people, with the request id of the proxy in front or a new one. */
async function logRequest(context: ServiceContext, { app, metrics }: ServiceDeps, next: () => Promise<void>) {
  const proposed = context.req.header("x-request-id") ?? "";
  const request = requestIdForm.test(proposed) ? proposed : app.runtime.newId("req");
  context.set("request", request);
  const tools = new Set<string>();
  context.set("tools", tools);
  const beganMs = app.runtime.now().getTime();
  await next();
  // Not with `context.header`, which copies an answer that exists already, its body as a stream.
  context.res.headers.set("X-Request-Id", request);
  const { status } = context.res;
  metrics.answered(status);
  const principal = context.get("principal") as Principal | undefined;
  // Health checks and refusals are counted only: a flood of them must stay cheap.
  if (!principal) return;
  const { address } = context.get("peer");
  const log = () =>
    app.log.info("service.request", {
      request,
      method: context.req.method,
      path: context.req.path,
      status,
      tool: [...tools].join(","),
      ms: app.runtime.now().getTime() - beganMs,
      address,
      // Not named `credential`, whose value the log redacts: it is the id of a token, not the token.
      tenant: principal.tenant,
      user: principal.user,
      credential_id: principal.credential,
    });
  const isStream = context.res.headers.get("content-type")?.startsWith("text/event-stream");
  // Over MCP, the answer begins before the tool runs.
  if (isStream && context.res.body) context.res = new Response(whenEnded(context.res.body, log), context.res);
  else log();
}

const arrivalOf = (context: Context) => ({
  remote: getConnInfo(context).remote.address ?? "",
  forwardedFor: context.req.header("x-forwarded-for"),
  forwardedProto: context.req.header("x-forwarded-proto"),
});

/** A token sent without TLS can be intercepted. Connections on this machine do not leave it. */
function requireSecure(context: ServiceContext, { address, metrics }: ServiceDeps): Promise<Response> | undefined {
  const { protocol, isLoopback } = context.get("peer");
  if (!address.isSecure || protocol === "https" || (isLoopback && protocol === "unknown")) return undefined;
  metrics.turnedAway("forbidden");
  const message = `Use ${address.base}. Its proxy must be in service.trustedProxies and send X-Forwarded-Proto.`;
  return Promise.resolve(refuse(context, 403, "UNAUTHORIZED", message));
}

/** Pages of other origins must not use a browser's access. */
function requireOrigin(context: ServiceContext, { app, address, metrics }: ServiceDeps): Promise<Response> | undefined {
  const origin = context.req.header("origin");
  if (!origin || origin === address.origin || app.settings.values["service.origins"].includes(origin)) return undefined;
  metrics.turnedAway("forbidden");
  return Promise.resolve(refuse(context, 403, "UNAUTHORIZED", "Requests from this origin are not allowed."));
}

/** Requests beyond the limits are refused before anything is read or looked up. */
async function admit(
  context: ServiceContext,
  { admission, metrics }: ServiceDeps,
  next: () => Promise<void>,
): Promise<Response | undefined> {
  const entry = await admission.enter();
  if (entry.kind === "full") {
    metrics.turnedAway("overloaded");
    return refuse(context, 503, "UNAVAILABLE", "The service is overloaded. Try again.", 1);
  }
  try {
    // The client has disconnected.
    if (!context.req.raw.signal.aborted) await next();
    return undefined;
  } finally {
    entry.leave();
  }
}

function identify(parts: ServiceDeps) {
  const { app, address, metrics } = parts;
  const mayAudit = createRateLimit(auditedRefusals, app.runtime);
  const perPeriod = (perMinute: number) => Math.ceil((perMinute * requestPeriodMs) / 60_000);
  const max = Math.max(1, Math.floor((app.settings.values["service.rateLimit"] * requestPeriodMs) / 60_000));
  const personMax = perPeriod(app.settings.values["service.personRateLimit"]);
  const limit = { name: "requests", max, periodMs: requestPeriodMs } as const;
  return async (context: ServiceContext, next: () => Promise<void>): Promise<Response | undefined> => {
    const authentication = await parts.authenticate(authorizationOf(context, address));
    if (authentication.kind === "known") {
      const { tenant, user } = authentication.principal;
      if (personMax > 0) await app.access.rateLimits.take(tenant, { ...limit, max: personMax, person: user });
      await app.access.rateLimits.take(tenant, limit);
      context.set("principal", authentication.principal);
      await next();
      return undefined;
    }
    metrics.turnedAway(authentication.error === "insufficient_scope" ? "forbidden" : "unauthenticated");
    if (mayAudit("")) await auditUnauthenticated(app, context.get("peer").address, context.get("request"));
    return challenge(context, address, app.settings.values["service.scopePrefix"], authentication);
  };
}

const auditUnauthenticated = (app: SurfaceApp, address: string, request: string) =>
  app.access.audit
    .note({
      tenant: anonymousTenant,
      user: "",
      credential: "",
      tool: "",
      result: "UNAUTHORIZED",
      target: address,
      request,
    })
    .catch((error) => {
      if (!isUnwritable(error)) throw error;
      app.log.error("audit.unwritable", { address });
    });

function refuseError(error: Error, context: ServiceContext, { app, metrics }: ServiceDeps): Response {
  const request = context.get("request");
  if (!(error instanceof AppError)) {
    app.log.error("service.failed", { request, error: error.stack ?? error.message });
    return refuse(context, 500, "INTERNAL_ERROR", `Internal error. The log has the details under ${request}.`);
  }
  if (error.problem === "limited") metrics.turnedAway("rate_limited");
  if (error.problem === "unavailable") metrics.turnedAway("unavailable");
  app.log.info("service.refused", { request, code: error.code, cause: String(error.cause ?? "") });
  return refuseWith(context, error);
}

/** Metrics are for operators only. */
function answerMetrics(context: ServiceContext, { app, metrics, gauges }: ServiceDeps): Response {
  const token = app.settings.values["service.metricsToken"];
  const isForwarded = context.req.header("x-forwarded-for") !== undefined;
  const isAllowed =
    token === ""
      ? context.get("peer").isLoopback && !isForwarded
      : sameText(context.req.header("authorization") ?? "", `Bearer ${token}`);
  if (!isAllowed) return refuse(context, 403, "UNAUTHORIZED", "Metrics need service.metricsToken as a bearer token.");
  return context.text(metrics.text(gauges), 200, { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" });
}

/** Load balancers check often and time out soon. */
const timeoutMs = 2000;

/**
 * Whether the database accepts writes; undefined when it does not answer in time. Concurrent checks share one query, so
 * that checks cannot load the database.
 */
function createReadiness(access: Pick<Access, "writes">): () => Promise<Writes | undefined> {
  let pending: Promise<Writes | undefined> | undefined;
  const check = () => {
    const answered = access.writes().catch(() => undefined);
    return withTimeout(answered, timeoutMs, undefined);
  };
  return () => {
    pending ??= check().finally(() => {
      pending = undefined;
    });
    return pending;
  };
}
