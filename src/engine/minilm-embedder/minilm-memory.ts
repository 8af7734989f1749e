import { growTo, instantiate, type WasmMemory } from "../web-assembly.js";
import { kernelsCode } from "./kernels-code.js";
import { align, heads, hiddenSize, intermediateSize, maxTextLength } from "./model-layout.js";

/** The WebAssembly functions. Pointers are byte offsets into their memory. */
export interface Kernels {
  readonly memory: WasmMemory;
  quantize(x: number, to: number, rowScales: number, rows: number, columns: number): void;
  multiply(...pointersAndSizes: number[]): void;
  normalize(x: number, y: number, weight: number, bias: number, rows: number, columns: number): void;
  gelu(x: number, count: number): void;
  attend(q: number, out: number, keys: number, weights: number, tokens: number): void;
}

/** Tokens per batch, of one or more texts: weights are read from memory once for all of them. */
export const maxRows = 256;

export const openKernels = (): Kernels => instantiate<Kernels>(kernelsCode);

/** The first `bytes` of the memory, for the model, followed by scratch space. */
export function allocateModel({ memory }: Kernels, bytes: number): Uint8Array {
  growTo(memory, scratchAfter(bytes).end);
  return new Uint8Array(memory.buffer, 0, bytes);
}

/** Byte offsets of the kernels' intermediate results. */
export function scratchAfter(bytes: number) {
  let end = align(bytes);
  const allocate = (size: number): number => {
    const offset = end;
    end = align(end + size);
    return offset;
  };
  const numbers = (count: number) => allocate(4 * count);
  return {
    x: numbers(maxRows * hiddenSize),
    y: numbers(maxRows * hiddenSize),
    wide: numbers(maxRows * intermediateSize),
    int8: allocate(2 * maxRows * intermediateSize),
    rowScales: numbers(maxRows),
    keys: numbers((2 * maxTextLength * hiddenSize) / heads),
    attentionWeights: numbers(maxTextLength + 4),
    end,
  };
}
