import type { Principal } from "../../domain/access/principal.js";
import type { Spans } from "../../engine/spans.js";
import { inTrace } from "../../engine/trace.js";
import type { IdentifyDeps, ServiceContext } from "./identify.js";

type Deps = Pick<IdentifyDeps, "app" | "metrics">;

/** Health checks and metrics are not traced. */
export function traceRequest(context: ServiceContext, spans: Spans, next: () => Promise<void>): Promise<void> {
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
export async function logRequest(context: ServiceContext, { app, metrics }: Deps, next: () => Promise<void>) {
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

/** The same stream; calls `onEnd` once when it has ended, failed, or the reader has gone. */
function whenEnded(body: ReadableStream<Uint8Array>, onEnd: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let isEnded = false;
  const end = () => {
    if (isEnded) return;
    isEnded = true;
    onEnd();
  };
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        end();
        controller.close();
      } catch (error) {
        end();
        throw error;
      }
    },
    cancel(reason) {
      end();
      return reader.cancel(reason);
    },
  });
}
