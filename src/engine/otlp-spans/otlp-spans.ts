import { randomBytes } from "node:crypto";
import { version } from "../../base/version.js";
import { noSpans, type Span, type Spans } from "../spans.js";

const timeoutMs = 3000;
/** Spans are sent together, at the latest after this time. */
const batchMs = 1000;
const maxBatchSize = 500;
/** Further ones are lost while the collector does not answer. */
const maxWaiting = 5000;

/** OpenTelemetry over HTTP with JSON, to `<endpoint>/v1/traces`; without an endpoint nothing is sent anywhere. */
export function otlpSpans(endpoint: string): Spans {
  if (endpoint === "") return noSpans;
  const url = `${endpoint.replace(/\/$/, "")}/v1/traces`;
  let waiting: Span[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<unknown> = Promise.resolve();

  const post = (spans: readonly Span[]) =>
    fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(toOtlp(spans)),
      signal: AbortSignal.timeout(timeoutMs),
    }).then(
      (answer) => answer.arrayBuffer(),
      () => {},
    );
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    sending = sending.then(async () => {
      const batch = waiting.slice(0, maxBatchSize);
      waiting = waiting.slice(maxBatchSize);
      if (batch.length > 0) await post(batch);
    });
    return sending;
  };

  return {
    send(span) {
      if (waiting.length >= maxWaiting) return;
      waiting.push(span);
      if (waiting.length % maxBatchSize === 0) void flush();
      else timer ??= setTimeout(flush, batchMs).unref();
    },
    async close() {
      while (waiting.length > 0) await flush();
      await sending;
    },
  };
}

const attribute = ([key, value]: readonly [string, string | number]) => ({
  key,
  value: typeof value === "string" ? { stringValue: value } : { doubleValue: value },
});

const nanoseconds = (ms: number) => `${Math.round(ms * 1000)}000`;

const kinds = { internal: 1, server: 2, client: 3 };

const newPlace = () => ({
  traceId: randomBytes(16).toString("hex"),
  spanId: randomBytes(8).toString("hex"),
  parentId: "",
  kind: "internal" as const,
});

function spanJson({ name, startMs, endMs, attributes, isError, place }: Span) {
  const { traceId, spanId, parentId, kind } = place ?? newPlace();
  return {
    traceId,
    spanId,
    ...(parentId === "" ? {} : { parentSpanId: parentId }),
    name,
    kind: kinds[kind],
    startTimeUnixNano: nanoseconds(startMs),
    endTimeUnixNano: nanoseconds(endMs),
    attributes: Object.entries(attributes).map(attribute),
    status: { code: isError ? 2 : 1 },
  };
}

const resource = {
  attributes: Object.entries({ "service.name": "throughline", "service.version": version }).map(attribute),
};

const toOtlp = (spans: readonly Span[]) => ({
  resourceSpans: [{ resource, scopeSpans: [{ scope: { name: "throughline" }, spans: spans.map(spanJson) }] }],
});
