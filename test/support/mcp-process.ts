import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { root } from "./sources.js";

type Message = Readonly<Record<string, unknown>>;

/** The built product as an MCP server process, driven line by line. */
export interface McpProcess {
  readonly child: ChildProcess;
  readonly notifications: Message[];
  request(method: string, params?: Message): { readonly id: number; readonly answer: Promise<Message> };
  notify(method: string, params: Message): void;
  /** The tool's answer or error, in the contract's form. */
  call(tool: string, input: Message): Promise<Message>;
  /** Closes its input and waits for it to exit. */
  close(): Promise<number | null>;
}

export async function startMcpProcess(
  env: Readonly<Record<string, string>>,
  cwd: string,
  /** Answers the server's questions to the person (elicitation). */
  person?: (question: Message) => Message,
): Promise<McpProcess> {
  const child = spawn(process.execPath, [join(root, "dist", "main.js"), "mcp"], {
    env,
    cwd,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const waiting = new Map<number, (answer: Message) => void>();
  const notifications: Message[] = [];
  let rest = "";
  let last = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    for (const message of lines.map((line) => JSON.parse(line) as Message)) {
      if (typeof message.id === "number" && !("method" in message)) waiting.get(message.id)?.(message);
      else if (message.method === "elicitation/create" && person)
        send({ id: message.id, result: person(message.params as Message) });
      else notifications.push(message);
    }
  });
  child.stdin.on("error", () => {});
  const send = (message: Message) => void child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const server: McpProcess = {
    child,
    notifications,
    request(method, params = {}) {
      const id = ++last;
      const answer = new Promise<Message>((resolve) => waiting.set(id, resolve));
      send({ id, method, params });
      return { id, answer };
    },
    notify: (method, params) => send({ method, params }),
    async call(name, input) {
      const { result } = await server.request("tools/call", { name, arguments: input }).answer;
      const [{ text = "" } = {}] = (result as { content: { text: string }[] }).content;
      return JSON.parse(text) as Message;
    },
    close: () =>
      new Promise((ended) => {
        child.once("exit", (code) => ended(code));
        child.stdin.end();
      }),
  };
  const clientInfo = { name: "test", version: "1" };
  await server.request("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: person ? { elicitation: {} } : {},
    clientInfo,
  }).answer;
  server.notify("notifications/initialized", {});
  return server;
}
