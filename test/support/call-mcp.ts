/** Calls a tool over MCP with one request and nothing before it; undefined when the answer is an error. */
export async function callMcp(
  address: string,
  token: string,
  tool: string,
  input: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Record<string, unknown> | undefined> {
  const response = await fetch(`${address}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool, arguments: input } }),
  });
  const { result } = JSON.parse((await response.text()).replace(/^[\s\S]*?data: /, ""));
  return result?.isError ? undefined : result?.structuredContent;
}
