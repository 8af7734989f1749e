import { readFileSync } from "node:fs";
import { join } from "node:path";
import { InMemoryTransport, type JSONRPCMessage } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../../../test/support/sources.js";
import { type TestApp, testApp } from "../../../test/support/test-app.js";
import { coreTools } from "../../tools/core-tools.js";
import { catalogFor } from "../catalog.js";
import { createMcpServer } from "./create-server.js";
import { earlyInitialize, earlyListing, type RequestId, storedListingFor, storedListings } from "./early-answers.js";

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
  async function answerOfSdk(message: object, settings = app.settings.values): Promise<unknown> {
    const [near, far] = InMemoryTransport.createLinkedPair();
    const answered = new Promise<JSONRPCMessage>((resolve) => {
      near.onmessage = (answer) => "id" in answer && answer.id === (message as { id: RequestId }).id && resolve(answer);
    });
    const handle = serveStdio(
      () =>
        createMcpServer({
          app,
          instructions,
          client: app.call,
          canSubscribe: true,
          catalog: () => catalogFor(settings),
          changed: () => {},
        }),
      { transport: far },
    );
    await near.start();
    const initialize = { ...opening("2025-06-18"), id: 0 };
    if (!("params" in message)) await near.send(initialize);
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

  it.each(storedListings)("stores the listing of %s tools that the SDK answers", async (name) => {
    const stored = JSON.parse(readFileSync(join(root, "dist", "entry", `tools-${name}.json`), "utf8"));
    const message = { jsonrpc: "2.0", id: "a", method: "tools/list" };
    const settings = { ...app.settings.values, toolsets: [name] };
    expect(storedListingFor(settings, JSON.stringify(opening("2025-06-18")))).toBe(name);
    expect(earlyListing(JSON.stringify(message), stored)).toEqual(await answerOfSdk(message, settings));
  });

  it("leaves a listing of other tools, or for a client with cards, to the SDK", () => {
    const plain = JSON.stringify(opening("2025-06-18"));
    const [tool = ""] = Object.keys(coreTools);
    const choices = [{ toolsets: ["memory"] }, { tools: [tool] }, { excludeTools: [tool] }, { readOnly: true }];
    for (const choice of choices)
      expect(storedListingFor({ ...app.settings.values, ...choice }, plain)).toBeUndefined();
    const withCards = opening("2025-06-18", { capabilities: { extensions: { "io.modelcontextprotocol/ui": {} } } });
    expect(storedListingFor(app.settings.values, JSON.stringify(withCards))).toBeUndefined();
  });

  it("leaves a listing with a cursor or an envelope to the SDK", () => {
    for (const params of [{ cursor: "x" }, { _meta: { a: 1 } }, []])
      expect(earlyListing(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params }), {})).toBeUndefined();
  });

  it("leaves what is not JSON to the SDK", () => {
    for (const line of ["", "{", "null", "[]", "7"]) expect(earlyInitialize(line, instructions)).toBeUndefined();
  });
});
