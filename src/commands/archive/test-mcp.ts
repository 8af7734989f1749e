import * as z from "zod";
import { defineCommand } from "../define-command.js";

const opening = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test-mcp", version: "1" } },
};

export const testMcp = defineCommand({
  name: "test-mcp",
  summary: "Start the MCP server as an agent would and ask it for its tools.",
  input: z.object({}),
  examples: ["test-mcp"],

  async run(_, app) {
    const messages = [
      opening,
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", id: 2, method: "tools/list" },
    ];
    const { exitCode, output, ms } = await app.startSelf(
      ["mcp"],
      `${messages.map((one) => JSON.stringify(one)).join("\n")}\n`,
    );
    return { exitCode, ms, tools: toolsIn(output) };
  },

  toText: ({ tools, ms }) =>
    tools.length > 0
      ? `The server answered within ${ms} ms and offers ${tools.length} tools.`
      : "The server did not list its tools. `throughline doctor` may say why.",
  isFailure: ({ tools }) => tools.length === 0,
});

function toolsIn(output: string): string[] {
  for (const line of output.split("\n")) {
    if (!line.includes('"tools":[')) continue;
    const { result } = JSON.parse(line) as { result?: { tools?: { name: string }[] } };
    return result?.tools?.map(({ name }) => name) ?? [];
  }
  return [];
}
