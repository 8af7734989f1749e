import type { World } from "../../base/world.js";
import type { Embedder } from "../../engine/embedder.js";
import type { VectorStore } from "../../store/search/vector-store.js";
import { createVectorView, type VectorView } from "./vector-view.js";

/** Whether an answer was found by meaning too, and if not, why. */
export type MeaningState = "used" | "off" | "warming" | "empty" | "unavailable";

export interface QueryMeaning {
  readonly state: MeaningState;
  readonly reason?: string;
  readonly found?: { readonly vector: Float32Array; readonly view: VectorView };
}

export interface MeaningReader {
  /** The query as a vector, if the model has it within `waitMs`: nobody waits for a model that is being loaded. */
  read(text: string, waitMs: number): Promise<QueryMeaning>;
}

const retryAfterMs = 60_000;
const queriesRemembered = 200;

interface Parts {
  readonly embedder: Embedder | undefined;
  readonly vectors: VectorStore;
  readonly world: World;
}

export function createMeaningReader({ embedder, vectors, world }: Parts): MeaningReader {
  if (embedder === undefined) return { read: async () => ({ state: "off" }) };
  const view = createVectorView(vectors, embedder);
  const known = new Map<string, Promise<Float32Array | undefined>>();
  let failure: { at: number; reason: string } | undefined;
  const hasFailed = () => failure !== undefined && world.now().getTime() - failure.at < retryAfterMs;

  const vectorOf = (text: string): Promise<Float32Array | undefined> => {
    const remembered = known.get(text);
    if (remembered) return remembered;
    if (known.size >= queriesRemembered) known.clear();
    const reading = embedder.embed([text]).then(
      ([vector]) => vector,
      (error: unknown) => {
        known.delete(text);
        failure = { at: world.now().getTime(), reason: error instanceof Error ? error.message : String(error) };
        return undefined;
      },
    );
    known.set(text, reading);
    return reading;
  };

  return {
    async read(text, waitMs) {
      if (hasFailed()) return { state: "unavailable", reason: failure?.reason ?? "" };
      if (view.size === 0 && !(await vectors.hasAny(embedder.model))) return { state: "empty" };
      const ready = await within(Promise.all([vectorOf(text), view.follow()]), waitMs);
      if (ready === "late") return { state: "warming" };
      const [vector] = ready;
      if (vector) return { state: "used", found: { vector, view } };
      return { state: "unavailable", reason: failure?.reason ?? "" };
    },
  };
}

async function within<T>(promise: Promise<T>, ms: number): Promise<T | "late"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
