import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The model's next action: call a tool if the client offers it, or answer with text. */
export type Turn =
  | { readonly tool: string; readonly input: Readonly<Record<string, unknown>> }
  | { readonly text: string };

export interface ScriptedModel {
  readonly url: string;
  /** Bodies of the requests that offered tools, since the last script began. */
  readonly requests: readonly Json[];
  /** Follows another script from now on. */
  play(turns: readonly Turn[]): void;
  close(): Promise<void>;
}

type Json = Record<string, unknown>;
type Call = { readonly name: string; readonly input: Json };
type Reply = { readonly call: Call } | { readonly text: string };

/** A model on loopback that follows a script, for Anthropic's, OpenAI's and Google's clients and those of chat completions. An empty script never answers. */
export async function startScriptedModel(firstTurns: readonly Turn[]): Promise<ScriptedModel> {
  let turns = firstTurns;
  const requests: Json[] = [];
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const path = request.url ?? "";
    if (turns.length === 0) return;
    if (toObjects(body.tools).length > 0) requests.push(body);
    if (path.includes("/v1/messages/count_tokens")) return answer(response, { input_tokens: 1 });
    if (path.includes("/v1/messages"))
      return anthropic(response, nextReply(turns, anthropicTools(body), countOccurrences(body, '"type":"tool_use"')));
    if (path.endsWith("/chat/completions"))
      return chat(response, nextReply(turns, chatTools(body), countOccurrences(body, '"role":"tool"')));
    if (path.endsWith("/responses"))
      return openai(response, nextReply(turns, openaiTools(body), countOccurrences(body, '"type":"function_call"')));
    if (path.includes("GenerateContent") || path.includes("generateContent")) {
      return google(response, path, nextReply(turns, googleTools(body), countOccurrences(body, '"functionCall":')));
    }
    return answer(response, { data: [], models: [], totalTokens: 1 });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    play(next) {
      turns = next;
      requests.length = 0;
    },
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}

/** The turn that follows those already in the conversation. A tool that is not offered cannot be used, and the model says so. */
function nextReply(turns: readonly Turn[], offeredTools: readonly string[], completedTurns: number): Reply {
  const turn = turns[Math.min(completedTurns, turns.length - 1)];
  if (!turn || offeredTools.length === 0) return { text: "ok" };
  if ("text" in turn) return turn;
  // Clients put the name of a server before those of its tools.
  const name =
    offeredTools.find((one) => one === turn.tool) ??
    offeredTools.find((one) => /[_/]/.test(one.slice(0, -turn.tool.length).slice(-1)) && one.endsWith(turn.tool));
  return name === undefined ? { text: `I have no tool ${turn.tool}.` } : { call: { name, input: turn.input } };
}

async function readBody(request: IncomingMessage): Promise<Json> {
  let text = "";
  for await (const chunk of request) text += chunk;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return {};
  }
}

const countOccurrences = (body: Json, marker: string) => JSON.stringify(body).split(marker).length - 1;
const toObjects = (value: unknown) => (Array.isArray(value) ? (value as Json[]) : []);
const anthropicTools = (body: Json) => toObjects(body.tools).map(({ name }) => String(name));
/** Codex groups the tools of a server: `throughline/memory_record` is the tool of a group. */
const openaiTools = (body: Json) =>
  toObjects(body.tools).flatMap(({ name, type, tools }) =>
    type === "namespace" ? toObjects(tools).map((one) => `${name}/${String(one.name)}`) : [String(name)],
  );
const chatTools = (body: Json) => toObjects(body.tools).map((one) => String((one.function as Json | undefined)?.name));
const googleTools = (body: Json) =>
  toObjects(body.tools).flatMap((one) => toObjects(one.functionDeclarations).map(({ name }) => String(name)));

function answer(response: ServerResponse, body: Json): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function stream(response: ServerResponse, events: readonly (Json & { type?: string })[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events) {
    response.write(`${event.type ? `event: ${event.type}\n` : ""}data: ${JSON.stringify(event)}\n\n`);
  }
  response.end();
}

let calls = 0;

function anthropic(response: ServerResponse, reply: Reply): void {
  const id = `toolu_${++calls}`;
  const block =
    "call" in reply ? { type: "tool_use", id, name: reply.call.name, input: {} } : { type: "text", text: "" };
  const delta =
    "call" in reply
      ? { type: "input_json_delta", partial_json: JSON.stringify(reply.call.input) }
      : { type: "text_delta", text: reply.text };
  const usage = { input_tokens: 10, output_tokens: 5, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
  const message = {
    id: `msg_${calls}`,
    type: "message",
    role: "assistant",
    model: "scripted",
    content: [],
    stop_reason: null,
    usage,
  };
  const stop_reason = "call" in reply ? "tool_use" : "end_turn";
  stream(response, [
    { type: "message_start", message },
    { type: "content_block_start", index: 0, content_block: block },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } },
    { type: "message_stop" },
  ]);
}

function groupOf(tool: string): { namespace: string; name: string } | undefined {
  const [namespace = "", name] = tool.split("/");
  return name === undefined ? undefined : { namespace, name };
}

function openai(response: ServerResponse, reply: Reply): void {
  const id = ++calls;
  const item =
    "call" in reply
      ? {
          type: "function_call",
          id: `fc_${id}`,
          call_id: `call_${id}`,
          ...(groupOf(reply.call.name) ?? { name: reply.call.name }),
          arguments: JSON.stringify(reply.call.input),
          status: "completed",
        }
      : {
          type: "message",
          id: `msg_${id}`,
          role: "assistant",
          status: "completed",
          content: [{ type: "output_text", text: reply.text, annotations: [] }],
        };
  const usage = {
    input_tokens: 10,
    output_tokens: 5,
    total_tokens: 15,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
  };
  const base = { id: `resp_${id}`, object: "response", status: "in_progress", model: "scripted", output: [] };
  stream(response, [
    { type: "response.created", response: base },
    { type: "response.output_item.added", output_index: 0, item },
    { type: "response.output_item.done", output_index: 0, item },
    { type: "response.completed", response: { ...base, status: "completed", output: [item], usage } },
  ]);
}

function chat(response: ServerResponse, reply: Reply): void {
  const id = `call_${++calls}`;
  const delta =
    "call" in reply
      ? {
          tool_calls: [
            {
              index: 0,
              id,
              type: "function",
              function: { name: reply.call.name, arguments: JSON.stringify(reply.call.input) },
            },
          ],
        }
      : { content: reply.text };
  const base = { id: `chatcmpl_${calls}`, object: "chat.completion.chunk", created: 0, model: "scripted" };
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  const finish_reason = "call" in reply ? "tool_calls" : "stop";
  stream(response, [
    { ...base, choices: [{ index: 0, delta: { role: "assistant", ...delta }, finish_reason: null }] },
    { ...base, choices: [{ index: 0, delta: {}, finish_reason }], usage },
  ]);
}

function google(response: ServerResponse, path: string, reply: Reply): void {
  const part =
    "call" in reply
      ? { functionCall: { id: `fc_${++calls}`, name: reply.call.name, args: reply.call.input } }
      : { text: reply.text };
  const chunk = {
    candidates: [{ index: 0, content: { role: "model", parts: [part] }, finishReason: "STOP" }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
    modelVersion: "scripted",
  };
  if (path.includes("streamGenerateContent")) stream(response, [chunk]);
  else answer(response, chunk);
}
