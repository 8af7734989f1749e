export const serverName = "throughline";

/** What the server can do, announced in its first answer. Kept apart because that answer is given before the SDK is loaded. */
export const capabilities = {
  tools: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  prompts: { listChanged: true },
  completions: {},
};
