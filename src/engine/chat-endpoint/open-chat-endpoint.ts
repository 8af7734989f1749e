import { AppError } from "../../base/errors.js";
import type { ChatModel } from "../chat-model.js";

export interface ChatEndpointOptions {
  /** Base address such as `http://localhost:11434/v1`, or that of its `chat/completions`. */
  readonly url: string;
  readonly model: string;
  readonly key: string;
}

/** A model on one's own machine may have to be loaded first. */
const timeoutMs = 300_000;

interface Answer {
  readonly choices?: readonly { readonly message?: { readonly content?: unknown } }[];
  readonly usage?: { readonly prompt_tokens?: number; readonly completion_tokens?: number };
}

/** A model behind an OpenAI-compatible endpoint. Texts leave this machine, so it is used only if a person set its URL. */
export function openChatEndpoint({ url, model, key }: ChatEndpointOptions): ChatModel {
  const address = /\/chat\/completions\/?$/.test(url) ? url : `${url.replace(/\/+$/, "")}/chat/completions`;
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
      const { choices, usage } = await post(address, key, body, signal);
      const text = choices?.[0]?.message?.content;
      if (typeof text !== "string") throw endpointError(address, "its answer has no message");
      return { text, inputTokens: usage?.prompt_tokens ?? 0, outputTokens: usage?.completion_tokens ?? 0 };
    },
  };
}

async function post(url: string, key: string, body: unknown, signal: AbortSignal): Promise<Answer> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...(key ? { authorization: `Bearer ${key}` } : {}) },
    body: JSON.stringify(body),
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  }).catch((cause: unknown) => {
    throw endpointError(url, reasonOf(cause), cause);
  });
  if (!response.ok) throw endpointError(url, `it answered ${response.status}`);
  const answer: unknown = await response.json().catch(() => undefined);
  if (typeof answer !== "object" || answer === null) throw endpointError(url, "its answer is not JSON");
  return answer;
}

/** `fetch failed` says nothing; its cause does. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
}

const endpointError = (url: string, reason: string, cause?: unknown) =>
  new AppError("unavailable", `The chat endpoint ${url} cannot be used: ${reason}.`, {
    cause,
    hint: "Start its server, or check learning.endpoint, learning.endpointModel and learning.endpointKey with `throughline config list`.",
  });
