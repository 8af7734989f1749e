import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from "@modelcontextprotocol/server";
import { parseJson } from "../../base/json.js";
import { requestIdIn } from "../../surface/mcp/request-id.js";
import type { Line, StdioChannel } from "./stdio-channel.js";

/** How long requests in progress may still be answered after the client closed our input. */
const graceMs = 2000;

export interface StdioTransport extends Transport {
  /** Receives `lines`, then reads until the input ends and all requests are answered. */
  run(lines: readonly Line[]): Promise<void>;
}

/** Carries messages between the channel and the SDK; `answeredId` is an `initialize` that was already answered. */
export function createStdioTransport(channel: StdioChannel, answeredId: string | number | undefined): StdioTransport {
  const open = new Set<string | number>();
  let muted = answeredId;
  let isClosed = false;
  let settle = () => {};

  const transport: StdioTransport = {
    async start() {},

    async send(message) {
      const id = "id" in message && !("method" in message) ? message.id : undefined;
      if (id !== undefined) open.delete(id);
      const isMuted = id !== undefined && id === muted;
      if (isMuted) muted = undefined;
      else await channel.send(message);
      if (open.size === 0) settle();
    },

    async close() {
      if (isClosed) return;
      isClosed = true;
      settle();
      channel.close();
      transport.onclose?.();
    },

    async run(lines) {
      for (const line of lines) await receive(line);
      for (let line = await channel.next(); line && !isClosed; line = await channel.next()) await receive(line);
      if (open.size > 0 && !isClosed) await waitForAnswers();
      await transport.close();
    },
  };
  return transport;

  async function receive(line: Line): Promise<void> {
    const message = parseLine(line);
    if ("problem" in message) {
      await channel.send({ jsonrpc: "2.0", id: message.id, error: message.problem });
      return;
    }
    if ("method" in message && "id" in message) open.add(message.id);
    transport.onmessage?.(message);
  }

  function waitForAnswers(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, graceMs);
      settle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** An answer to a line that is no message; with the id of the request, where it can be known. */
const problem = (id: string | number | null, code: number, message: string) => ({ id, problem: { code, message } });

function parseLine(line: Line): JSONRPCMessage | ReturnType<typeof problem> {
  if (line.kind === "oversized") {
    const id = requestIdIn(line.start, line.end);
    return problem(id, -32600, "The message is larger than 10 MiB. Send less at a time.");
  }
  const value = parseJson(line.text);
  if (value === undefined)
    return problem(requestIdIn(line.text), -32700, "The line is not JSON. Send one JSON-RPC message per line.");
  try {
    return parseJSONRPCMessage(value);
  } catch {
    return problem(requestIdIn(line.text), -32600, "The message is not JSON-RPC 2.0.");
  }
}
