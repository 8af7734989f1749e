import type { ChatModel } from "../chat-model.js";
import { endpointError, postToEndpoint } from "../post-to-endpoint.js";

export interface ChatEndpointOptions {
  /** Base address such as `http://localhost:11434/v1`, or that of its `chat/completions`. */
  readonly url: string;
  readonly model: string;
  readonly key: string;
}

const hint =
  "Start its server, or check learning.endpoint, learning.endpointModel and learning.endpointKey with `throughline config list`.";

/** A model on one's own machine may have to be loaded first. */
const timeoutMs = 300_000;

interface Answer {
  readonly choices?: readonly { readonly message?: { readonly content?: unknown } }[];
  readonly usage?: { readonly prompt_tokens?: number; readonly completion_tokens?: number };
}

/** A model behind an OpenAI-compatible endpoint. Texts leave this machine, so it is used only if a person set its URL. */
export function openChatEndpoint({ url, model, key }: ChatEndpointOptions): ChatModel {
  const address = /\/chat\/completions\/?$/.test(url) ? url : `${url.replace(/\/+$/, "")}/chat/completions`;
  const endpoint = { url: address, key, timeoutMs, kind: "chat", hint };
  return {
    model,
    async ask({ system, prompt, maxTokens, signal }) {
      const body = {
        model,
        stream: false,
        messages: [
          { role: "system", content: system },
          { role: "user", content: prompt },
        ],
        // OpenAI's newer models refuse the older name, which all others expect.
        [/\bopenai\.(?:com|azure\.com)\//.test(address) ? "max_completion_tokens" : "max_tokens"]: maxTokens,
      };
      const { choices, usage }: Answer = await postToEndpoint(endpoint, body, signal);
      const text = choices?.[0]?.message?.content;
      if (typeof text !== "string") throw endpointError(endpoint, "its answer has no message");
      return { text, inputTokens: usage?.prompt_tokens ?? 0, outputTokens: usage?.completion_tokens ?? 0 };
    },
  };
}
