import { randomBytes } from "node:crypto";
import { version } from "../../base/version.js";
import { noSpans, type Span, type Spans } from "../spans.js";

const timeoutMs = 3000;

/** OpenTelemetry over HTTP with JSON, to `<endpoint>/v1/traces`; without an endpoint nothing is sent anywhere. */
export function otlpSpans(endpoint: string): Spans {
  if (endpoint === "") return noSpans;
  const url = `${endpoint.replace(/\/$/, "")}/v1/traces`;
  return {
    send(span) {
      const request = {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(toOtlp(span)),
      };
      fetch(url, { ...request, signal: AbortSignal.timeout(timeoutMs) }).catch(() => {});
    },
  };
}

const attribute = ([key, value]: readonly [string, string | number]) => ({
  key,
  value: typeof value === "string" ? { stringValue: value } : { doubleValue: value },
});

const nanoseconds = (time: Date) => `${time.getTime()}000000`;

const toOtlp = ({ name, startedAt, endedAt, attributes, isError }: Span) => ({
  resourceSpans: [
    {
      resource: {
        attributes: Object.entries({ "service.name": "throughline", "service.version": version }).map(attribute),
      },
      scopeSpans: [
        {
          scope: { name: "throughline" },
          spans: [
            {
              traceId: randomBytes(16).toString("hex"),
              spanId: randomBytes(8).toString("hex"),
              name,
              kind: 1,
              startTimeUnixNano: nanoseconds(startedAt),
              endTimeUnixNano: nanoseconds(endedAt),
              attributes: Object.entries(attributes).map(attribute),
              status: { code: isError ? 2 : 1 },
            },
          ],
        },
      ],
    },
  ],
});
