import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mainScript, Product, RawClient } from "../support/product.js";

describe("throughline mcp", () => {
  let product: Product;
  beforeEach(() => {
    product = new Product();
  });
  afterEach(() => product.remove());

  /** Unique words, because similar lessons are merged. */
  const distinct = (i: number, n: number) => Array.from({ length: 8 }, (_, k) => `w${i}x${n}x${k}`).join(" ");
  const raw = (args: readonly string[] = []) => new RawClient(product.start(["mcp", ...args]));
  const call = (id: number, name: string, args: object) => ({
    id,
    method: "tools/call",
    params: { name, arguments: args },
  });

  it.each(["legacy", "2026-07-28"])("serves a real client of the %s protocol", async (era) => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [mainScript, "mcp"],
      cwd: product.repository,
      env: product.env as Record<string, string>,
    });
    const mode = era === "legacy" ? ("legacy" as const) : { pin: era };
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
    await client.connect(transport);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("memory_search");
    const recorded = await client.callTool({
      name: "memory_record",
      arguments: {
        project_id: "shop",
        title: "Pin the port",
        content: "Tests fail on a random port.",
        outcome: "success",
      },
    });
    expect(recorded.structuredContent).toMatchObject({ confidence: 0.5 });
    const found = await client.callTool({
      name: "memory_search",
      arguments: { project_id: "shop", query: "ports in tests" },
    });
    expect(found.structuredContent).toMatchObject({ count: 1, memories: [{ title: "Pin the port" }] });
    expect(client.getInstructions()).toContain("recall");
    await client.close();
  });

  it("survives lines that are not JSON, not JSON-RPC, or larger than 10 MiB", async () => {
    const client = raw();
    client.open();
    client.write("{not json");
    client.write('{"hello": 1}');
    client.write(
      JSON.stringify({ jsonrpc: "2.0", ...call(1, "context_search", { query: "x".repeat(11 * 1024 * 1024) }) }),
    );
    client.send(call(2, "list_projects", {}));
    expect(await client.answerTo(2)).toMatchObject({ result: { structuredContent: { count: 0 } } });
    const problems = client.messages
      .filter(({ error }) => error)
      .map(({ id, error }) => [id, (error as { code: number }).code]);
    // The request that is too large is answered, so that its sender does not wait for it.
    expect(problems).toEqual([
      [null, -32700],
      [null, -32600],
      [1, -32600],
    ]);
    client.child.stdin.end();
    expect(await client.exited).toEqual({ code: 0, signal: null });
  });

  it("refuses arguments that are nested too deeply, and tags that are too long, and lives on", async () => {
    const client = raw();
    client.open();
    const lesson = { project_id: "shop", title: "Pin the port", content: "Use 7077.", outcome: "success", tags: ["a"] };
    client.send(call(1, "memory_record", lesson));
    await client.answerTo(1);
    const depths = [200, 20_000, 200_000];
    for (const [i, depth] of depths.entries()) {
      const nested = `${'{"a":['.repeat(depth)}1${"]}".repeat(depth)}`;
      const params = `{"name":"checkpoint_save","arguments":{"session_id":"s","project_path":"p","metadata":${nested}}}`;
      client.write(`{"jsonrpc":"2.0","id":${i + 2},"method":"tools/call","params":${params}}`);
    }
    client.send(call(8, "memory_list", { project_id: "shop", tag: "x".repeat(60_000) }));
    client.send(call(9, "memory_list", { project_id: "shop" }));
    for (const [i] of depths.entries())
      expect(JSON.stringify(await client.answerTo(i + 2))).toContain("nested more than 100 levels");
    expect(JSON.stringify(await client.answerTo(8))).toContain("too long");
    expect(JSON.stringify(await client.answerTo(9))).toContain("Pin the port");
    client.child.stdin.end();
    expect(await client.exited).toEqual({ code: 0, signal: null });
  });

  it("answers requests sent before the input closed", async () => {
    const client = raw();
    client.open();
    client.send(call(1, "memory_record", { project_id: "p", title: "t", content: "c", outcome: "success" }));
    client.child.stdin.end();
    expect(await client.answerTo(1)).toMatchObject({ result: { structuredContent: { outcome: "success" } } });
    expect(await client.exited).toEqual({ code: 0, signal: null });
  });

  it.each(["SIGINT", "SIGTERM"] as const)("shuts down cleanly on %s", async (signal) => {
    const client = raw();
    client.open();
    client.send(call(1, "list_projects", {}));
    await client.answerTo(1);
    client.child.kill(signal);
    expect(await client.exited).toEqual({ code: 0, signal: null });
  });

  it("lists only the tools that the flags allow", async () => {
    const client = raw(["--toolsets", "memory,bridge", "--read-only", "--exclude-tools", "list_projects"]);
    client.open();
    client.send({ id: 1, method: "tools/list" });
    const { result } = await client.answerTo(1);
    const names = (result as { tools: { name: string }[] }).tools.map(({ name }) => name);
    expect(names).toContain("memory_search");
    expect(names).not.toContain("memory_record");
    expect(names).not.toContain("list_projects");
    expect(names.some((name) => name.startsWith("context_"))).toBe(false);
    client.child.stdin.end();
    await client.exited;
  });

  it("lists the core tools for hosts, and describes and calls the others with one of them", async () => {
    const client = raw(["--core-tools"]);
    client.open();
    await client.answerTo("open");
    const listed = async (id: number) => {
      client.send({ id, method: "tools/list" });
      return ((await client.answerTo(id)).result as { tools: { name: string }[] }).tools.map(({ name }) => name);
    };
    const core = await listed(1);
    expect(core.length).toBeLessThanOrEqual(12);
    expect(core).toContain("recall");
    client.send(call(2, "memory_list", { project_id: "p" }));
    expect((await client.answerTo(2)).result).not.toHaveProperty("isError");
    const answer = async (id: number, input: object) => {
      client.send(call(id, "tool_call", input));
      return (await client.answerTo(id)).result as { structuredContent: Record<string, unknown>; isError?: boolean };
    };
    const { tools } = (await answer(3, {})).structuredContent as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(["context_add_skill", "session_list"]));
    const described = (await answer(4, { tool: "context_add_convention" })).structuredContent;
    expect(JSON.stringify(described)).toContain('\\"required\\":[\\"key\\",\\"content\\"]');
    const written = await answer(5, { tool: "context_add_convention", input: { key: "style", content: "Tabs." } });
    expect(written.structuredContent).toMatchObject({ status: "ok", key: "style" });
    expect(await answer(6, { tool: "context_get_convention", input: { key: "style" } })).toMatchObject({
      content: [{ text: expect.stringContaining("Tabs.") }],
    });
    expect(await answer(7, { tool: "context_get_convention", input: {} })).toMatchObject({ isError: true });
    client.child.stdin.end();
    await client.exited;
  });

  it("has the list of tools ready first, also for a client that pauses before it asks for several lists", async () => {
    const client = raw(["--core-tools"]);
    client.open();
    await client.answerTo("open");
    await new Promise((resolve) => setTimeout(resolve, 600));
    client.send({ id: 1, method: "prompts/list" });
    client.send({ id: 2, method: "tools/list" });
    await Promise.all([client.answerTo(1), client.answerTo(2)]);
    expect(client.messages.map(({ id }) => id).filter((id) => id === 1 || id === 2)).toEqual([2, 1]);
    client.child.stdin.end();
    await client.exited;
  });

  it("announces a change of settings and applies it without a restart", async () => {
    const client = raw();
    client.open();
    await client.answerTo("open");
    client.send({ id: 1, method: "tools/list" });
    await client.answerTo(1);
    expect(product.run(["config", "set", "toolsets", "memory"]).status).toBe(0);
    await client.answer(({ method }) => method === "notifications/tools/list_changed");
    client.send({ id: 2, method: "tools/list" });
    const names = ((await client.answerTo(2)).result as { tools: { name: string }[] }).tools.map(({ name }) => name);
    expect(names.every((name) => !name.startsWith("context_"))).toBe(true);
    client.child.stdin.end();
    await client.exited;
  });

  it("creates nothing in the repository when it starts", async () => {
    const client = raw();
    client.open();
    client.send({ id: 1, method: "resources/list" });
    await client.answerTo(1);
    client.child.stdin.end();
    await client.exited;
    const { stdout } = product.run(["context", "search", "anything"]);
    expect(stdout).toContain("No entry of this project's team context matches.");
  });

  it("shares one memory with servers started at the same time", async () => {
    const clients = [raw(), raw(), raw()];
    for (const [i, client] of clients.entries()) {
      client.open();
      for (let n = 0; n < 20; n++) {
        client.send(
          call(n, "memory_record", {
            project_id: "p",
            title: `lesson ${i} ${n}`,
            content: `same words ${distinct(i, n)}`,
            outcome: "success",
          }),
        );
      }
    }
    for (const client of clients)
      for (let n = 0; n < 20; n++) expect(await client.answerTo(n)).not.toHaveProperty("result.isError");
    for (const client of clients) {
      client.child.stdin.end();
      await client.exited;
    }
    const { stdout } = product.run(["memory", "search", "same words", "--project-id", "p", "--limit", "100", "--json"]);
    expect(JSON.parse(stdout).count).toBe(60);
  });
});
