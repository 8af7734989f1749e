import type { Embedder } from "../embedder.js";
import { endpointError, postToEndpoint } from "../post-to-endpoint.js";

export interface EndpointOptions {
  /** Address of the `embeddings` resource, such as `http://localhost:11434/v1/embeddings`. */
  readonly url: string;
  readonly model: string;
  readonly dimensions: number;
  readonly key: string;
}

const timeoutMs = 30_000;
const hint =
  "Check search.endpoint, search.endpointModel and search.endpointDimensions with `throughline config list`.";

interface Answer {
  readonly data?: readonly { readonly embedding?: unknown }[];
}

/** A model behind an OpenAI-compatible endpoint. Texts leave this machine, so it is used only if a person set its URL. */
export function openEndpoint({ url, model, dimensions, key }: EndpointOptions): Embedder {
  const endpoint = { url, key, timeoutMs, kind: "embedding", hint };
  const toUnit = (values: unknown): Float32Array => {
    if (!Array.isArray(values) || values.length !== dimensions) {
      const received = Array.isArray(values) ? `${values.length} numbers` : "no vector";
      throw endpointError(endpoint, `it gave ${received} where ${dimensions} numbers were expected`);
    }
    const vector = Float32Array.from(values as number[]);
    const length = Math.hypot(...vector) || 1;
    return vector.map((value) => value / length);
  };
  return {
    model: `endpoint:${url}#${model}/${dimensions}`,
    dimensions,
    mean: new Float32Array(dimensions),
    async embed(texts) {
      const { data }: Answer = await postToEndpoint(endpoint, { model, input: texts });
      return texts.map((_, i) => toUnit(data?.[i]?.embedding));
    },
    close: async () => {},
  };
}
