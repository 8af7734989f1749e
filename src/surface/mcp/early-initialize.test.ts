import { InMemoryTransport, type JSONRPCMessage } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/support/test-app.js";
import { catalogFor } from "../catalog.js";
import { createMcpServer } from "./create-server.js";
import { earlyInitialize } from "./early-initialize.js";

const instructions = "Be brief.";

const opening = (protocolVersion: unknown, more: object = {}) => ({
  jsonrpc: "2.0" as const,
  id: 1,
  method: "initialize",
  params: { protocolVersion, capabilities: {}, clientInfo: { name: "test", version: "1" }, ...more },
});

describe("earlyInitialize", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp();
  });
  afterAll(() => app.remove());

  /** What the SDK itself answers over the same server. */
  async function answerOfSdk(message: object): Promise<unknown> {
    const [near, far] = InMemoryTransport.createLinkedPair();
    const answered = new Promise<JSONRPCMessage>((resolve) => {
      near.onmessage = resolve;
    });
    const handle = serveStdio(
      () =>
        createMcpServer({
          ...{ app, instructions },
          client: app.call,
          canSubscribe: true,
          catalog: () => catalogFor(app.settings.values),
          changed: () => {},
        }),
      { transport: far },
    );
    await near.start();
    await near.send(message as JSONRPCMessage);
    const answer = await answered;
    await handle.close();
    return answer;
  }

  const versions = [
    "2025-11-25",
    "2025-06-18",
    "2025-03-26",
    "2024-11-05",
    "2024-10-07",
    "2023-01-01",
    "2026-07-28",
    "x",
  ];
  it.each(versions)("equals the answer of the SDK to version %s", async (version) => {
    const message = opening(version);
    expect(earlyInitialize(JSON.stringify(message), instructions)).toEqual(await answerOfSdk(message));
  });

  it.each([
    ["no version", opening(undefined)],
    ["a version that is no text", opening(7)],
    ["no client", opening("2025-06-18", { clientInfo: undefined })],
    ["an envelope of the current protocol", opening("2025-06-18", { _meta: { a: 1 } })],
    ["another method", { ...opening("2025-06-18"), method: "tools/list" }],
    ["no id", { ...opening("2025-06-18"), id: undefined }],
  ])("leaves an opening with %s to the SDK", (_, message) => {
    expect(earlyInitialize(JSON.stringify(message), instructions)).toBeUndefined();
  });

  it("leaves what is not JSON to the SDK", () => {
    for (const line of ["", "{", "null", "[]", "7"]) expect(earlyInitialize(line, instructions)).toBeUndefined();
  });
});
