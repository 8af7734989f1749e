import { type CallToolResult, ProtocolError, ProtocolErrorCode, type Server } from "@modelcontextprotocol/server";
import { AppError } from "../../base/errors.js";
import { isObject } from "../../base/json.js";
import { suggest } from "../../base/suggest.js";
import type { DescribedTool } from "../../domain/call.js";
import { toolCall } from "../../tools/core/tool-call.js";
import type { Tool } from "../../tools/define-tool.js";
import { toolsets } from "../../tools/toolsets.js";
import { callTool } from "../call-tool.js";
import { emptyHint } from "../empty-hint.js";
import type { OpenCall } from "../open-call.js";
import { echoName, shownError, traceOf } from "../wire-errors.js";
import { withCards } from "./cards.js";
import type { Handling } from "./handling.js";
import { listTool, listTools, structured } from "./tool-listing.js";

export function serveTools(server: Server, { catalog, open, changed, showsCards }: Handling): void {
  server.setRequestHandler("tools/list", async () => {
    const tools = listTools(catalog().tools);
    return { tools: showsCards() ? withCards(tools) : tools };
  });

  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const call = open(context);
    const { name, input } = named(params.name, params.arguments);
    const tool = findTool(catalog().tools, name, call.app.redaction.text);
    const answer = await answerCall(tool, input, call);
    if (!answer.isError) changed(tool.changes?.(tool.input.parse(input ?? {})) ?? []);
    return answer;
  });
}

/** `tool_call` stands for the tool that it names, once it has an input for it. */
function named(name: string, input: unknown): { readonly name: string; readonly input: unknown } {
  const { tool, input: inner } = (name === toolCall.name && isObject(input) ? input : {}) as Record<string, unknown>;
  return typeof tool === "string" && isObject(inner) ? { name: tool, input: inner } : { name, input };
}

/** The tool of that name with its input, the tools of a toolset, or all. */
export function describeTools(tools: readonly Tool[], name: string): DescribedTool[] {
  const others = tools.filter((one) => one.name !== toolCall.name);
  const inToolset = others.filter(({ toolset }) => name === "" || name === toolset);
  if (inToolset.length > 0) return inToolset.map((one) => ({ name: one.name, about: one.title }));
  const tool = others.find((one) => one.name === name);
  // An answer of the tool, not an error of the protocol: the call itself was valid.
  if (!tool) throw new AppError("missing", unknownTool(others, name));
  const { inputSchema } = listTool({ ...tool, listedFields: undefined });
  return [{ name: tool.name, about: tool.description, input: JSON.stringify(inputSchema) }];
}

function findTool(tools: readonly Tool[], name: string, redact: (text: string) => string): Tool {
  const tool = tools.find((one) => one.name === name);
  if (tool) return tool;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownTool(tools, name, redact));
}

function unknownTool(tools: readonly Tool[], name: string, redact = (text: string) => text): string {
  const names = tools.map((one) => one.name);
  const near = suggest(name, names);
  const help = near ? `Did you mean ${near}?` : "Call tools/list for all tools.";
  return `Unknown tool: ${echoName(redact, name)}. ${help}`;
}

async function answerCall(tool: Tool, input: unknown, call: OpenCall): Promise<CallToolResult> {
  const { app } = call;
  try {
    const answer = await callTool(tool, input, app);
    const hint = emptyHint(tool, answer);
    if (!hint) return { content: [asText(answer)], structuredContent: structured(answer) };
    const text = { type: "text" as const, text: hint };
    return { content: [asText(answer), text], structuredContent: { ...structured(answer), hint } };
  } catch (error) {
    const isExpected = error instanceof AppError;
    app.call.log[isExpected ? "info" : "error"]("tool.failed", {
      tool: tool.name,
      error: isExpected ? error.code : traceOf(error),
    });
    return { content: [asText(shownError(error, toolsets[tool.toolset].errorForm, call))], isError: true };
  }
}

const asText = (value: unknown) => ({ type: "text" as const, text: JSON.stringify(value) });
