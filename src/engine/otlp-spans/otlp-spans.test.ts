import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { noSpans } from "../spans.js";
import { otlpSpans } from "./otlp-spans.js";

const span = {
  name: "query_repo",
  startMs: 1000,
  endMs: 2500.5,
  attributes: { project: "shop", tokens: 3 },
  isError: true,
};

describe("otlpSpans", () => {
  it("sends nothing anywhere without an endpoint", () => expect(otlpSpans("")).toBe(noSpans));

  it("sends OpenTelemetry's JSON", async () => {
    const received = new Promise<{ path: string | undefined; body: string }>((resolve) => {
      const server = createServer(async (request, response) => {
        let body = "";
        for await (const chunk of request) body += chunk;
        response.end("{}");
        server.close();
        resolve({ path: request.url, body });
      }).listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo;
        const spans = otlpSpans(`http://127.0.0.1:${port}/`);
        for (let n = 0; n < 3; n++) spans.send(span);
        void spans.close();
      });
    });
    const { path, body } = await received;
    expect(path).toBe("/v1/traces");
    const { spans } = JSON.parse(body).resourceSpans[0].scopeSpans[0];
    expect(spans).toHaveLength(3);
    expect(spans[0]).toMatchObject({
      name: "query_repo",
      startTimeUnixNano: "1000000000",
      endTimeUnixNano: "2500500000",
      attributes: [
        { key: "project", value: { stringValue: "shop" } },
        { key: "tokens", value: { doubleValue: 3 } },
      ],
      status: { code: 2 },
    });
  });

  it("loses spans silently without a collector", async () => {
    const spans = otlpSpans("http://127.0.0.1:9");
    spans.send(span);
    await spans.close();
  });
});
