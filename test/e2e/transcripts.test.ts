import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { mainScript, Product } from "../support/product.js";
import { root } from "../support/sources.js";

interface Step {
  readonly send: { readonly method: string; readonly params: Record<string, unknown> };
  readonly expect: Record<string, unknown>;
}

const folder = join(root, "test", "protocol");
const transcripts = readdirSync(folder).map((name) => ({
  name,
  steps: JSON.parse(readFileSync(join(folder, name), "utf8")) as Step[],
}));

/** Accepts any answer; the transcript says what it must contain. */
const anything = z.looseObject({});

describe.each(transcripts)("$name", ({ steps }) => {
  let product: Product;
  beforeEach(() => {
    product = new Product();
  });
  afterEach(() => product.remove());

  async function replay(transport: Transport): Promise<void> {
    const client = new Client({ name: "transcript", version: "1" });
    await client.connect(transport);
    for (const step of steps) expect(await client.request(step.send, anything)).toMatchObject(step.expect);
    await client.close();
  }

  it("replays as recorded over stdio", async () => {
    const env = product.env as Record<string, string>;
    await replay(
      new StdioClientTransport({ command: process.execPath, args: [mainScript, "mcp"], cwd: product.repository, env }),
    );
  });

  it("replays as recorded over HTTP", async () => {
    const child = product.start(["serve"]);
    const address = await new Promise<string>((resolve) => {
      child.stdout.on("data", (chunk) =>
        resolve(/Page\s+(http:\/\/\S+?)\/(?:#token\S+)?\s/.exec(String(chunk))?.[1] ?? ""),
      );
    });
    const token = readFileSync(join(product.home, "token"), "utf8").trim();
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await replay(new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { requestInit }));
    child.kill();
  });
});
