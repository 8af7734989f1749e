import { getConnInfo } from "@hono/node-server/conninfo";
import { Hono } from "hono";
import { dayMs } from "../../base/days.js";
import { AppError } from "../../base/errors.js";
import { version } from "../../base/version.js";
import { withTimeout } from "../../base/with-timeout.js";
import type { Access } from "../../domain/access/access.js";
import type { Principal } from "../../domain/access/principal.js";
import type { CommandApp } from "../../domain/command-app.js";
import type { SurfaceApp } from "../../domain/surface-app.js";
import type { PageFiles } from "../../engine/page-files.js";
import type { Spans } from "../../engine/spans.js";
import type { Writes } from "../../engine/sql.js";
import type { Catalog } from "../catalog.js";
import { addApi } from "../http/answer-call.js";
import { limitBody } from "../http/limit-body.js";
import { refuse, refuseWith } from "../http/refuse.js";
import { servePage } from "../http/serve-page.js";
import { type Client, openCall } from "../open-call.js";
import { sameText } from "../timing-safe-equal.js";
import { traceOf, wireError } from "../wire-errors.js";
import type { AdmissionControl } from "./admission.js";
import { addSignInRoutes, type IdentifyDeps, identify, type ServiceContext, type Variables } from "./identify.js";
import { createMetrics, type Gauge } from "./metrics.js";
import { logRequest, traceRequest } from "./observe.js";
import { createPeers } from "./peers.js";
import { addPeopleRoutes } from "./people-routes.js";
import { describeService } from "./public-address.js";
import type { TenantTurns } from "./tenant-turns.js";

interface ServiceDeps extends Omit<IdentifyDeps, "metrics"> {
  readonly app: SurfaceApp & Pick<CommandApp, "purge">;
  readonly admission: AdmissionControl;
  readonly spans: Spans;
  readonly gauges: readonly Gauge[];
  readonly page: PageFiles;
  /** The folder of every call. */
  readonly folder: string;
  /** Limits the calls that use the database. */
  readonly inTurn: TenantTurns;
  /** True after the stop signal: requests are still answered, on connections that end with the answer. */
  isStopping(): boolean;
  /** Returns a function that tells the seconds since. */
  startTimer(): () => number;
  catalogFor(principal: Principal): Catalog;
  mcp(request: Request, client: Client): Promise<Response>;
}

type Service = ServiceDeps & Pick<IdentifyDeps, "metrics">;

/** `/mcp` and `/api` for clients with tokens, the page for people, and health checks and metrics for operators. */
export function createServiceApp(deps: ServiceDeps): Hono<{ Variables: Variables }> {
  const { app, address } = deps;
  const service: Service = { ...deps, metrics: createMetrics() };
  const settings = app.settings.values;
  const http = new Hono<{ Variables: Variables }>();
  const peerOf = createPeers(settings["service.trustedProxies"]);
  http.use((context, next) => traceRequest(context, service.spans, next));
  http.use((context, next) => logRequest(context, service, next));
  http.use(async (context, next) => {
    const [forwardedFor, proto] = [context.req.header("x-forwarded-for"), context.req.header("x-forwarded-proto")];
    context.set("peer", peerOf(getConnInfo(context).remote.address ?? "", forwardedFor, proto));
    context.header("Cache-Control", "no-store");
    context.header("X-Content-Type-Options", "nosniff");
    await next();
    // Clients then open their next connection elsewhere.
    if (service.isStopping()) context.res.headers.set("Connection", "close");
  });

  http.get("/healthz", (context) => context.json({ status: "ok", version }));
  const readWrites = createReadiness(app.access);
  http.get("/readyz", async (context) => {
    if (service.isStopping()) return refuse(context, 503, "UNAVAILABLE", "The server is stopping.", 1);
    const status = await readWrites();
    // A database that cannot be written still answers searches, so balancers must not take the server out.
    return status ? context.json({ status }) : refuse(context, 503, "UNAVAILABLE", "The database does not answer.", 5);
  });
  const facts = describeService(address, settings["service.issuer"]);
  http.get("*", async (context, next) => {
    const isProgram = context.req.path === "/" && !context.req.header("accept")?.includes("text/html");
    if (isProgram) return context.json(facts.json);
    return (await servePage(context, service.page, facts.head)) ?? next();
  });
  http.get("/metrics", (context) => answerMetrics(context, service));
  for (const [path, document] of address.documents) http.get(path, (context) => context.json(document));

  http.use(async (context, next) => {
    const why = whyForbidden(context, service);
    if (why === undefined) return next();
    service.metrics.turnedAway("forbidden");
    return refuse(context, 403, "UNAUTHORIZED", why);
  });
  http.use(async (context, next) => {
    const isIn = await service.admission.admit(async () => {
      // Otherwise the client has disconnected.
      if (!context.req.raw.signal.aborted) await next();
    });
    if (isIn) return undefined;
    service.metrics.turnedAway("overloaded");
    return refuse(context, 503, "UNAVAILABLE", "The service is overloaded. Try again.", 1);
  });
  // Before the body is read: an unauthenticated client must not occupy a slot by sending slowly.
  http.use(identify(service));
  http.use(limitBody(settings["http.maxBody"], undefined, () => service.metrics.turnedAway("too_large")));

  http.all("/mcp", (context) => service.mcp(context.req.raw, clientOf(context, service)));
  http.get("/api/whoami", (context) => context.json(context.get("principal")));
  addSignInRoutes(http, address);
  addPeopleRoutes(http, {
    access: app.access,
    recordsPerTenant: settings["service.recordsPerTenant"],
    erase(context, person) {
      const { call } = openCall(app, clientOf(context, service), { surface: "http" }).app;
      return app.purge.run(call, { person });
    },
  });
  const catalogOf = (context: ServiceContext) => service.catalogFor(context.get("principal"));
  addApi(
    http,
    (context) => ({ app, client: clientOf(context, service), catalog: () => catalogOf(context) }),
    ({ audience }) => audience !== "owner",
  );
  http.onError((error, context) => refuseError(error, context, service));
  return http;
}

/** The member that sent a request. */
function clientOf(context: ServiceContext, { app, folder, inTurn, metrics, startTimer }: Service): Client {
  const principal = context.get("principal");
  const settings = app.settings.values;
  return {
    tenant: principal.tenant,
    caller: principal.user,
    folder,
    access: {
      principal,
      request: context.get("request"),
      key: context.req.header("idempotency-key"),
      recordedAt: readTime(context.req.header("recorded-at"), app.runtime.now()),
      writesPerDay: settings["service.writesPerDay"],
      recordsPerTenant: settings["service.recordsPerTenant"],
      inTurn: (run) => inTurn(principal.tenant, run),
      measure(tool) {
        context.get("tools").add(tool);
        const seconds = startTimer();
        return (result) => metrics.called(tool, result, seconds());
      },
    },
  };
}

/** As long as machines keep queued writes. */
const maxDelayMs = 15 * dayMs;

/** The time in a header, if it is a plausible one. */
function readTime(header: string | undefined, now: Date): string | undefined {
  const delayMs = now.getTime() - Date.parse(header ?? "");
  return delayMs >= 0 && delayMs <= maxDelayMs ? new Date(header ?? "").toISOString() : undefined;
}

/** Why a request is refused before anything else is done for it; undefined if it is not. */
function whyForbidden(context: ServiceContext, { app, address }: Service): string | undefined {
  const { protocol, isLoopback } = context.get("peer");
  // A token sent without TLS can be intercepted. Connections on this machine do not leave it.
  if (address.isSecure && protocol !== "https" && !(isLoopback && protocol === "unknown"))
    return `Use ${address.base}. Its proxy must be in service.trustedProxies and send X-Forwarded-Proto.`;
  // Pages of other origins must not use a browser's access.
  const origin = context.req.header("origin");
  const isKnown = !origin || origin === address.origin || app.settings.values["service.origins"].includes(origin);
  return isKnown ? undefined : "Requests from this origin are not allowed.";
}

function refuseError(error: Error, context: ServiceContext, { app, metrics }: Service): Response {
  const request = context.get("request");
  const problem = error instanceof AppError ? error.problem : undefined;
  if (problem === "limited") metrics.turnedAway("rate_limited");
  if (problem === "unavailable") metrics.turnedAway("unavailable");
  if (error instanceof AppError)
    app.log.info("service.refused", { request, code: error.code, cause: String(error.cause ?? "") });
  else app.log.error("service.failed", { request, error: traceOf(error) });
  const body = app.redaction.value(wireError(error, "coded", request));
  return refuseWith(context, error, body, problem === "unavailable" ? 5 : undefined);
}

/** Metrics are for operators only. */
function answerMetrics(context: ServiceContext, { app, metrics, gauges }: Service): Response {
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
