import { type CallToolResult, ProtocolError, ProtocolErrorCode, type Server } from "@modelcontextprotocol/server";
import { AppError } from "../../base/errors.js";
import { suggest } from "../../base/suggest.js";
import type { Tool } from "../../tools/define-tool.js";
import { toolsets } from "../../tools/toolsets.js";
import { callTool } from "../call-tool.js";
import { echoName } from "../echo-name.js";
import { emptyHint } from "../empty-hint.js";
import { nameTools } from "../name-next-steps.js";
import type { OpenCall } from "../open-call.js";
import { wireError } from "../wire-errors.js";
import { withCards } from "./cards.js";
import type { Handling } from "./handling.js";
import { listTools, structured } from "./tool-listing.js";

export function serveTools(server: Server, { catalog, open, changed, showsCards }: Handling): void {
  server.setRequestHandler("tools/list", async () => {
    const tools = listTools(catalog().tools);
    return { tools: showsCards() ? withCards(tools) : tools };
  });

  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const call = open(context);
    const tool = findTool(catalog().tools, params.name, call.app.redaction.text);
    const answer = await answerCall(tool, params.arguments, call);
    if (!answer.isError) changed(tool.changes?.(tool.input.parse(params.arguments ?? {})) ?? []);
    return answer;
  });
}

function findTool(tools: readonly Tool[], name: string, redact: (text: string) => string): Tool {
  const tool = tools.find((one) => one.name === name);
  if (tool) return tool;
  const near = suggest(
    name,
    tools.map((one) => one.name),
  );
  const help = near ? `Did you mean ${near}?` : "Call tools/list for all tools.";
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${echoName(redact, name)}. ${help}`);
}

async function answerCall(tool: Tool, input: unknown, { app, requestId }: OpenCall): Promise<CallToolResult> {
  try {
    const answer = await callTool(tool, input, app);
    const hint = emptyHint(tool, answer);
    if (!hint) return { content: [asText(answer)], structuredContent: structured(answer) };
    return {
      content: [asText(answer), { type: "text", text: hint }],
      structuredContent: { ...structured(answer), hint },
    };
  } catch (error) {
    const isExpected = error instanceof AppError;
    app.call.log[isExpected ? "info" : "error"]("tool.failed", {
      tool: tool.name,
      error: isExpected ? error.code : trace(error),
    });
    return {
      content: [asText(app.redaction.value(wireError(error, toolsets[tool.toolset].errorForm, requestId, nameTools)))],
      isError: true,
    };
  }
}

const asText = (value: unknown) => ({ type: "text" as const, text: JSON.stringify(value) });

const trace = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));
