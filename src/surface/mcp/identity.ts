export const serverName = "throughline";

/** The server's capabilities. In a separate file because `initialize` is answered before the SDK is loaded. */
export const capabilities = {
  tools: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  prompts: { listChanged: true },
  completions: {},
};
