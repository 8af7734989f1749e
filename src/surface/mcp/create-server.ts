import { Server, type ServerContext } from "@modelcontextprotocol/server";
import { version } from "../../base/version.js";
import type { SampleRequest } from "../../domain/call.js";
import { openCall } from "../open-call.js";
import { showsCards } from "./cards.js";
import { capabilities, serverName } from "./early-answers.js";
import type { Handling, McpDeps } from "./handling.js";
import { serveCompletions, servePrompts } from "./serve-prompts.js";
import { serveResources } from "./serve-resources.js";
import { describeTools, serveTools } from "./serve-tools.js";

/** An MCP server for the catalog; it has no code for a particular tool. */
export function createMcpServer(parts: McpDeps): Server {
  const server = new Server(
    { name: serverName, version },
    { capabilities: parts.canSubscribe ? capabilities : withoutSubscriptions, instructions: parts.instructions },
  );
  const handling: Handling = {
    ...parts,
    showsCards: () => parts.cardParts !== undefined && showsCards(server.getClientCapabilities()),
    open: (context) => openCall(parts.app, parts.client, callFacts(context, server, parts)),
  };
  serveTools(server, handling);
  serveResources(server, handling);
  servePrompts(server, handling);
  serveCompletions(server, handling);
  return server;
}

const withoutSubscriptions = { ...capabilities, resources: { listChanged: true } };

const callFacts = ({ mcpReq, sessionId }: ServerContext, server: Server, { catalog }: McpDeps) => ({
  describeTools: (name: string) => describeTools(catalog().tools, name),
  surface: "mcp" as const,
  signal: mcpReq.signal,
  progress: progressTo(mcpReq),
  session: sessionId,
  confirm: (question: string) => askPerson(mcpReq, server, question),
  sample: (request: SampleRequest) => askModel(mcpReq, server, request),
});

const yesOrNo = {
  type: "object" as const,
  properties: { allow: { type: "boolean" as const, title: "Allow", default: false } },
  required: ["allow"],
};

/** Undefined if the client does not support elicitation. */
async function askPerson(
  mcpReq: ServerContext["mcpReq"],
  server: Server,
  message: string,
): Promise<boolean | undefined> {
  if (server.getClientCapabilities()?.elicitation === undefined) return undefined;
  try {
    const { action, content } = await mcpReq.elicitInput({ message, requestedSchema: yesOrNo });
    return action === "accept" && content?.allow === true;
  } catch {
    return undefined;
  }
}

/** Undefined if the client does not support sampling. A refusal is thrown, and the caller reports it. */
async function askModel(
  mcpReq: ServerContext["mcpReq"],
  server: Server,
  { system, prompt, maxTokens, timeoutMs }: SampleRequest,
): Promise<string | undefined> {
  if (server.getClientCapabilities()?.sampling === undefined) return undefined;
  const { content } = await mcpReq.requestSampling(
    {
      messages: [{ role: "user", content: { type: "text", text: prompt } }],
      systemPrompt: system,
      maxTokens,
      includeContext: "none",
      temperature: 0,
    },
    { timeout: timeoutMs, signal: mcpReq.signal },
  );
  const parts = Array.isArray(content) ? content : [content];
  return parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}

function progressTo({ _meta, notify }: ServerContext["mcpReq"]) {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return (progress: number, total: number | undefined, message: string) => {
    const params = { progressToken, progress, message, ...(total === undefined ? {} : { total }) };
    // A client that disconnected needs no progress; its signal ends the call.
    notify({ method: "notifications/progress", params }).catch(() => {});
  };
}

/** Notifies a client of changed resources: only subscribed ones under the older protocol; under the current one the SDK filters. */
export function createChangeNotices(server: Server, era: "legacy" | "modern"): (uris: readonly string[]) => void {
  const subscribed = new Set<string>();
  server.setRequestHandler("resources/subscribe", async ({ params }) => {
    subscribed.add(params.uri);
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", async ({ params }) => {
    subscribed.delete(params.uri);
    return {};
  });
  return (uris) => {
    for (const uri of uris) {
      if (era === "modern" || subscribed.has(uri)) server.sendResourceUpdated({ uri }).catch(() => {});
    }
  };
}
