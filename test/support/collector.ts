import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { until } from "./until.js";

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
}

/** A collector of OpenTelemetry traces. */
export interface Collector {
  readonly url: string;
  /** The spans of a trace, once the one with this name has arrived: it ends last. */
  spansOf(traceId: string, last: string): Promise<ReceivedSpan[]>;
  close(): void;
}

export async function openCollector(): Promise<Collector> {
  const received: ReceivedSpan[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    if (request.url === "/v1/traces") received.push(...JSON.parse(body).resourceSpans[0].scopeSpans[0].spans);
    response.end("{}");
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const ofTrace = (traceId: string) => received.filter((span) => span.traceId === traceId);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async spansOf(traceId, last) {
      await until(`the collector has ${last}`, () => ofTrace(traceId).some(({ name }) => name === last));
      return ofTrace(traceId);
    },
    close: () => server.close(),
  };
}
