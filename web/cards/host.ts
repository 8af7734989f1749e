/** The client that shows this card, spoken to by messages (MCP Apps, 2026-01-26). */
export interface Host {
  /** Runs a tool of our own server through the client; answers its structured content. */
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

/** Greets the client and listens for the answer that is to be shown. */
export async function connect({ onResult, onTheme }: Events): Promise<Host> {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let count = 0;
  // The card holds no secret: whoever frames it may hear what it sends.
  const send = (message: object) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
  const ask = (method: string, params: object) =>
    new Promise<unknown>((resolve, reject) => {
      waiting.set(++count, { resolve, reject });
      send({ id: count, method, params });
    });
  const themeIn = (context: unknown) => {
    const { theme } = (context ?? {}) as { theme?: unknown };
    if (theme === "light" || theme === "dark") onTheme(theme);
  };
  const answers: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => void>> = {
    "ui/notifications/tool-result": ({ structuredContent, content }) =>
      onResult(structuredContent ?? readText(content)),
    "ui/notifications/host-context-changed": themeIn,
  };
  addEventListener("message", ({ source, data }: MessageEvent<Message | undefined>) => {
    if (source !== parent || typeof data !== "object" || data === null) return;
    if (data.method === undefined) settle(data);
    else if (data.id === undefined) answers[data.method]?.(data.params ?? {});
    else send({ id: data.id, result: {} });
  });
  const settle = ({ id, result, error }: Message) => {
    const asked = waiting.get(Number(id));
    waiting.delete(Number(id));
    if (error) asked?.reject(new Error(error.message ?? "The client refused."));
    else asked?.resolve(result);
  };

  const appInfo = { name: "Throughline", version: "1" };
  const greeting = await ask("ui/initialize", { appInfo, appCapabilities: {}, protocolVersion });
  themeIn((greeting as { hostContext?: unknown } | undefined)?.hostContext);
  send({ method: "ui/notifications/initialized", params: {} });
  tellSize((height) => send({ method: "ui/notifications/size-changed", params: { height } }));

  return {
    async callTool(name, input) {
      const answer = (await ask("tools/call", { name, arguments: input })) as {
        isError?: boolean;
        content?: unknown;
        structuredContent?: unknown;
      };
      if (answer.isError) throw new Error(messageIn(readText(answer.content)));
      return answer.structuredContent ?? readText(answer.content);
    },
  };
}

function tellSize(tell: (height: number) => void): void {
  new ResizeObserver(() => tell(Math.ceil(document.documentElement.getBoundingClientRect().height))).observe(
    document.documentElement,
  );
}

/** Clients without structured content still pass on the text, which is the same as JSON. */
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
  return (typeof error === "string" ? error : error?.message) ?? "It did not work.";
};
