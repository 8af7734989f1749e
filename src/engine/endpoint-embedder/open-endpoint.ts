import { AppError } from "../../base/errors.js";
import type { Embedder } from "../embedder.js";

export interface EndpointOptions {
  /** Address of the `embeddings` resource, such as `http://localhost:11434/v1/embeddings`. */
  readonly url: string;
  readonly model: string;
  readonly dimensions: number;
  readonly key: string;
}

const timeoutMs = 30_000;

/** A model behind an OpenAI-compatible endpoint. Texts leave this machine, so it is used only if a person set its URL. */
export const openEndpoint = ({ url, model, dimensions, key }: EndpointOptions): Embedder => ({
  model: `endpoint:${url}#${model}/${dimensions}`,
  dimensions,
  mean: new Float32Array(dimensions),
  async embed(texts) {
    const answer = await post(url, key, { model, input: texts });
    return texts.map((_, i) => toUnit(answer.data?.[i]?.embedding, dimensions, url));
  },
  close: async () => {},
});

interface Answer {
  readonly data?: readonly { readonly embedding?: unknown }[];
}

async function post(url: string, key: string, body: unknown): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...(key ? { authorization: `Bearer ${key}` } : {}) },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    return (await response.json()) as Answer;
  } catch (cause) {
    throw endpointError(url, cause instanceof Error ? cause.message : String(cause), cause);
  }
}

function toUnit(values: unknown, dimensions: number, url: string): Float32Array {
  if (!Array.isArray(values) || values.length !== dimensions) {
    const received = Array.isArray(values) ? `${values.length} numbers` : "no vector";
    throw endpointError(url, `it gave ${received} where ${dimensions} numbers were expected`);
  }
  const vector = Float32Array.from(values as number[]);
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

const endpointError = (url: string, reason: string, cause?: unknown) =>
  new AppError("unavailable", `The embedding endpoint ${url} cannot be used: ${reason}.`, {
    cause,
    hint: "Check search.endpoint, search.endpointModel and search.endpointDimensions with `throughline config list`.",
  });
