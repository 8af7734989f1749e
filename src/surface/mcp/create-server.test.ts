import { Client, type ClientCapabilities, type JSONRPCNotification } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { type TestApp, testApp } from "../../../test/support/test-app.js";
import { answerOf } from "../../tools/answer-schema.js";
import { defineMemoryTool, type Tool } from "../../tools/define-tool.js";
import { catalogFor } from "../catalog.js";
import { createChangeNotices, createMcpServer } from "./create-server.js";

const facts = { title: "t", description: "d", input: z.object({}), examples: [{}], cli: { none: "test" } } as const;

/** Reports two steps, then waits until it is cancelled. */
const patient = (seen: { aborted: boolean }) =>
  defineMemoryTool("patient", "reads", {
    ...facts,
    output: answerOf({ done: "boolean" }),
    async run(_, app) {
      app.call.progress(1, 2, "half");
      app.call.progress(2, 2, "whole");
      await new Promise<void>((resolve) => app.call.signal.addEventListener("abort", () => resolve()));
      seen.aborted = true;
      return { done: true };
    },
    toText: () => "",
  });

/** Asks the client's model one thing. */
const consulting = defineMemoryTool("consulting", "reads", {
  ...facts,
  output: answerOf({ said: "string" }),
  run: async (_, { call }) => ({
    said: (await call.sample?.({ system: "s", prompt: "p", maxTokens: 9, timeoutMs: 5000 })) ?? "nothing",
  }),
  toText: () => "",
});

const broken = defineMemoryTool("broken", "reads", {
  ...facts,
  output: answerOf({}),
  run: async () => {
    throw new TypeError("secret detail of a bug");
  },
  toText: () => "",
});

describe("createMcpServer", () => {
  let app: TestApp;
  let client: Client;
  const notes: JSONRPCNotification[] = [];

  async function connect(extra: readonly Tool[] = [], capabilities: ClientCapabilities = {}): Promise<void> {
    const [near, far] = InMemoryTransport.createLinkedPair();
    let notices: (uris: readonly string[]) => void = () => {};
    const whole = catalogFor(app.settings.values);
    const server = createMcpServer({
      app,
      client: app.call,
      canSubscribe: true,
      catalog: () => ({ ...whole, tools: [...whole.tools, ...extra] }),
      instructions: "",
      changed: (uris) => notices(uris),
      cardParts: async () => ({ script: "go()", style: "" }),
    });
    notices = createChangeNotices(server, "legacy");
    client = new Client({ name: "test", version: "1" }, { capabilities });
    client.fallbackNotificationHandler = async (note) => void notes.push(note as JSONRPCNotification);
    await Promise.all([server.connect(far), client.connect(near)]);
  }

  beforeEach(async () => {
    notes.length = 0;
    app = await testApp();
  });
  afterEach(async () => {
    await client.close();
    await app.remove();
  });

  it("answers as text and as structured content, a list under items", async () => {
    await connect();
    await client.callTool({ name: "context_add_knowledge", arguments: { key: "Stack", content: "We use gRPC." } });
    const found = await client.callTool({ name: "context_search", arguments: { query: "grpc" } });
    const hit = { key: "stack", file: "knowledge/stack.md", line: 1, text: "We use gRPC.", scope: "public", score: 1 };
    expect(found.content).toEqual([{ type: "text", text: JSON.stringify([hit]) }]);
    expect(found.structuredContent).toEqual({ items: [hit] });
  });

  it("lists and serves cards only to clients that declare support", async () => {
    const uri = "ui://throughline/review";
    const memoryList = async () => (await client.listTools()).tools.find(({ name }) => name === "memory_list");
    const mimeType = "text/html;profile=mcp-app";
    await connect([], { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: [mimeType] } } });
    expect(await memoryList()).toMatchObject({ _meta: { ui: { resourceUri: uri } } });
    expect((await client.readResource({ uri })).contents).toMatchObject([{ uri, mimeType }]);
    await client.close();
    await connect();
    expect(await memoryList()).not.toHaveProperty("_meta");
    await expect(client.readResource({ uri })).rejects.toThrow();
  });

  it("answers invalid input in the family's error form", async () => {
    await connect();
    const memory = await client.callTool({ name: "memory_record", arguments: { project_id: "p" } });
    expect(memory).toMatchObject({ isError: true });
    expect(JSON.parse((memory.content as { text: string }[])[0]?.text ?? "")).toMatchObject({
      error: {
        code: "INVALID_INPUT",
        message: expect.stringContaining("content is missing"),
        details: { hint: expect.any(String) },
      },
    });
    const context = await client.callTool({ name: "context_add_knowledge", arguments: { key: "x" } });
    expect(JSON.parse((context.content as { text: string }[])[0]?.text ?? "")).toMatchObject({
      status: "error",
      error: expect.stringContaining("content is missing"),
    });
  });

  it("suggests the tool for a mistyped name", async () => {
    await connect();
    await expect(client.callTool({ name: "memory_serch", arguments: {} })).rejects.toThrow(
      "Did you mean memory_search?",
    );
  });

  it("repeats no secret and no long text that was sent as a name", async () => {
    await connect();
    const token = ["ghp", "wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx"].join("_");
    const name = `${token} ${"n".repeat(5000)}`;
    const requests = [
      client.callTool({ name }),
      client.getPrompt({ name }),
      client.readResource({ uri: `other://${token}/${"n".repeat(5000)}` }),
    ];
    for (const request of requests) {
      const error = await request.then(
        () => undefined,
        (reason: Error) => reason,
      );
      expect(error?.message).toContain("[REDACTED]");
      expect(JSON.stringify([error?.message, error])).not.toContain(token);
      expect(error?.message.length).toBeLessThan(300);
    }
  });

  it("reveals nothing about a bug but its id in the log", async () => {
    await connect([broken]);
    const { content } = await client.callTool({ name: "broken", arguments: {} });
    const text = (content as { text: string }[])[0]?.text ?? "";
    expect(text).toContain("INTERNAL_ERROR");
    expect(text).toMatch(/req_\w+/);
    expect(text).not.toContain("secret detail");
  });

  it("reports progress and forwards a cancellation", async () => {
    const seen = { aborted: false };
    await connect([patient(seen)]);
    const stop = new AbortController();
    const steps: unknown[] = [];
    const call = client.callTool(
      { name: "patient", arguments: {} },
      { signal: stop.signal, onprogress: (step) => steps.push(step) },
    );
    await expect.poll(() => steps.length).toBe(2);
    expect(steps).toMatchObject([{ progress: 1, total: 2, message: "half" }, { progress: 2 }]);
    stop.abort();
    await expect(call).rejects.toThrow();
    await expect.poll(() => seen.aborted).toBe(true);
  });

  it("asks the client's model if the client has one, and no other", async () => {
    await connect([consulting]);
    const ask = async () => (await client.callTool({ name: "consulting", arguments: {} })).structuredContent;
    expect(await ask()).toEqual({ said: "nothing" });
    await client.close();
    await connect([consulting], { sampling: {} });
    const asked: unknown[] = [];
    client.setRequestHandler("sampling/createMessage", async ({ params }) => {
      asked.push(params);
      return { model: "m", role: "assistant", content: { type: "text", text: "forty-two" } };
    });
    expect(await ask()).toEqual({ said: "forty-two" });
    expect(asked).toMatchObject([
      { systemPrompt: "s", maxTokens: 9, messages: [{ role: "user", content: { type: "text", text: "p" } }] },
    ]);
  });

  it("notifies only subscribers of a changed resource", async () => {
    await connect();
    await client.subscribeResource({ uri: "context://knowledge/stack" });
    await client.callTool({ name: "context_add_knowledge", arguments: { key: "other", content: "x" } });
    await client.callTool({ name: "context_add_knowledge", arguments: { key: "stack", content: "x" } });
    await expect.poll(() => notes.length).toBe(1);
    expect(notes[0]).toMatchObject({
      method: "notifications/resources/updated",
      params: { uri: "context://knowledge/stack" },
    });
  });

  it("completes the parameters of a template", async () => {
    await connect();
    for (const key of ["stack", "style", "team"]) {
      await client.callTool({ name: "context_add_knowledge", arguments: { key, content: "x" } });
    }
    const ref = { type: "ref/resource" as const, uri: "context://knowledge/{key}" };
    const { completion } = await client.complete({ ref, argument: { name: "key", value: "st" } });
    expect(completion).toMatchObject({ values: ["stack", "style"], total: 2, hasMore: false });
  });

  it("answers a missing entry with the contract's error, and an unknown URI with the protocol's", async () => {
    await connect();
    const { contents } = await client.readResource({ uri: "context://knowledge/none" });
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({
      error: "Knowledge entry 'none' not found",
    });
    await expect(client.readResource({ uri: "context://nowhere" })).rejects.toThrow();
  });

  it("renders prompts", async () => {
    await connect();
    await client.callTool({ name: "context_add_knowledge", arguments: { key: "stack", content: "We use gRPC." } });
    const { messages } = await client.getPrompt({ name: "context_onboarding" });
    expect(JSON.stringify(messages)).toContain("We use gRPC.");
    await expect(client.getPrompt({ name: "nope" })).rejects.toThrow("Unknown prompt: nope");
  });
});
