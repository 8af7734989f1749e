import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { mainScript } from "./product.js";

/** An MCP client of a project's server. */
export interface McpPerson {
  readonly name: string;
  readonly folder: string;
  /** The tool's JSON answer, errors included. */
  call(tool: string, input?: Record<string, unknown>): Promise<Record<string, unknown>>;
  read(uri: string): Promise<unknown>;
  close(): Promise<void>;
}

export async function startPerson(name: string, folder: string, home: string): Promise<McpPerson> {
  const { THROUGHLINE_HOME: _, ...env } = process.env;
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [mainScript, "mcp"],
    cwd: folder,
    env: { ...env, THROUGHLINE_HOME: home, MCP_CALLER: name, GIT_CONFIG_GLOBAL: "/dev/null" } as Record<string, string>,
  });
  const client = new Client({ name, version: "1" }, { versionNegotiation: { mode: "legacy" } });
  await client.connect(transport);
  return {
    name,
    folder,
    async call(tool, input = {}) {
      const { content } = await client.callTool({ name: tool, arguments: input });
      return JSON.parse((content as { text: string }[])[0]?.text ?? "{}");
    },
    async read(uri) {
      const { contents } = await client.readResource({ uri });
      return JSON.parse((contents[0] as { text: string }).text);
    },
    close: () => client.close(),
  };
}
