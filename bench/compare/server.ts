import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { Product } from "./products.js";

/** A running server of a product. */
export interface Server {
  readonly pid: number;
  readonly tools: readonly object[];
  record(key: string, text: string): Promise<void>;
  /** The whole answer as text. */
  search(query: string): Promise<string>;
  close(): Promise<void>;
}

export async function startServer(product: Product, folder: string, home: string): Promise<Server> {
  const [command = "", ...args] = [process.execPath, ...product.start(folder)];
  const env = { ...process.env, ...product.env(home), HOME: home } as Record<string, string>;
  const transport = new StdioClientTransport({ command, args, env, cwd: home, stderr: "ignore" });
  const client = new Client({ name: "compare", version: "1" }, { versionNegotiation: { mode: "legacy" } });
  await client.connect(transport);
  const call = async ([name, input]: ReturnType<Product["search"]>) => {
    const { content, isError } = await client.callTool({ name, arguments: input });
    const text = (content as { text?: string }[]).map((part) => part.text ?? "").join("\n");
    if (isError) throw new Error(`${product.name} refused ${name}: ${text.slice(0, 200)}`);
    return text;
  };
  const { tools } = await client.listTools();
  return {
    pid: transport.pid ?? 0,
    tools,
    record: async (key, text) => void (await call(product.record(key, text))),
    search: (query) => call(product.search(query)),
    close: () => client.close(),
  };
}
