import type { Embedder } from "../embedder.js";
import { type CheckedFile, readChecked } from "./checked-file.js";
import { type ModelFiles, modelName } from "./find-model.js";
import { createMaxSim } from "./max-sim.js";
import { miniLmMean } from "./minilm-mean.js";
import { openModelWorker, toModelInput } from "./model-worker.js";
import { openStaticEmbeddings } from "./static-embeddings.js";

interface MiniLmOptions extends ModelFiles {
  /** How long an unused model stays in memory. Default: a minute. */
  readonly idleMs?: number;
}

/**
 * all-MiniLM-L6-v2 with its adapter in worker threads: one for questions, and one at low priority for work that nobody
 * waits for. Each is started by its first text and stopped when idle.
 */
export function openMiniLm({ encoder, table, idleMs = 60_000 }: MiniLmOptions): Embedder {
  const score = createMaxSim();
  const embedStatic = embedStaticBy(table);
  const open = (isBackground: boolean): Embedder => {
    const { embed, stop } = openModelWorker(encoder, { idleMs, isBackground });
    return {
      model: modelName,
      dimensions: 384,
      mean: miniLmMean,
      embedStatic,
      canRead: isMostlyLatin,
      embed: async (texts) => (await embed(texts)).map(({ vector }) => vector),
      tokens: { embed, score },
      close: stop,
    };
  };
  const [front, background] = [open(false), open(true)];
  const close = async () => {
    await Promise.all([front.close(), background.close()]);
  };
  return { ...front, background, close };
}

/** The table is read on first use; nothing is embedded if it is missing or damaged. */
function embedStaticBy(file: CheckedFile): (text: string) => Float32Array | undefined {
  let embed: ((text: string) => Float32Array | undefined) | undefined;
  const open = () => {
    try {
      return openStaticEmbeddings(readChecked(file));
    } catch {
      return () => undefined;
    }
  };
  return (text) => {
    embed ??= open();
    return embed(toModelInput(text));
  };
}

/** The model was trained on English; it reads related languages a little, other scripts not at all. */
export function isMostlyLatin(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return (text.match(/\p{Script=Latin}/gu)?.length ?? 0) >= letters / 2;
}
