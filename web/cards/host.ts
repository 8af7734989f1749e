/** The client that shows this card, reached by messages (MCP Apps, 2026-01-26). */
export interface Host {
  /** Calls a tool of our server through the client; returns its structured content. */
  callTool(name: string, input: object): Promise<unknown>;
}

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: { readonly message?: string };
}

interface Events {
  onResult(value: unknown): void;
  onTheme(theme: string): void;
}

const protocolVersion = "2026-01-26";

/** Initializes the connection and listens for the tool result to show. */
export async function connect({ onResult, onTheme }: Events): Promise<Host> {
  const pendingRequests = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let count = 0;
  // The card has no secrets, so any embedding page may receive its messages.
  const send = (message: object) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
  const request = (method: string, params: object) =>
    new Promise<unknown>((resolve, reject) => {
      pendingRequests.set(++count, { resolve, reject });
      send({ id: count, method, params });
    });
  const applyTheme = (context: unknown) => {
    const { theme } = (context ?? {}) as { theme?: unknown };
    if (theme === "light" || theme === "dark") onTheme(theme);
  };
  const handlers: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => void>> = {
    "ui/notifications/tool-result": ({ structuredContent, content }) =>
      onResult(structuredContent ?? readText(content)),
    "ui/notifications/host-context-changed": applyTheme,
  };
  addEventListener("message", ({ source, data }: MessageEvent<Message | undefined>) => {
    if (source !== parent || typeof data !== "object" || data === null) return;
    if (data.method === undefined) settleRequest(data);
    else if (data.id === undefined) handlers[data.method]?.(data.params ?? {});
    else send({ id: data.id, result: {} });
  });
  const settleRequest = ({ id, result, error }: Message) => {
    const pending = pendingRequests.get(Number(id));
    pendingRequests.delete(Number(id));
    if (error) pending?.reject(new Error(error.message ?? "The client rejected the call."));
    else pending?.resolve(result);
  };

  const appInfo = { name: "Throughline", version: "1" };
  const initialized = await request("ui/initialize", { appInfo, appCapabilities: {}, protocolVersion });
  applyTheme((initialized as { hostContext?: unknown } | undefined)?.hostContext);
  send({ method: "ui/notifications/initialized", params: {} });
  reportSize((height) => send({ method: "ui/notifications/size-changed", params: { height } }));

  return {
    async callTool(name, input) {
      const answer = (await request("tools/call", { name, arguments: input })) as {
        isError?: boolean;
        content?: unknown;
        structuredContent?: unknown;
      };
      if (answer.isError) throw new Error(messageIn(readText(answer.content)));
      return answer.structuredContent ?? readText(answer.content);
    },
  };
}

function reportSize(report: (height: number) => void): void {
  new ResizeObserver(() => report(Math.ceil(document.documentElement.getBoundingClientRect().height))).observe(
    document.documentElement,
  );
}

/** Clients without structured content still pass on the text, which is the same JSON. */
function readText(content: unknown): unknown {
  const [first] = Array.isArray(content) ? (content as { text?: unknown }[]) : [];
  try {
    return JSON.parse(String(first?.text ?? "{}"));
  } catch {
    return {};
  }
}

const messageIn = (value: unknown): string => {
  const { error } = (value ?? {}) as { error?: string | { message?: string } };
  return (typeof error === "string" ? error : error?.message) ?? "The call failed.";
};
