import { instantiate, type WasmMemory } from "../web-assembly.js";
import { kernelsCode } from "./kernels-code.js";
import { aligned, heads, hiddenSize, intermediateSize, maxTextLength } from "./model-shape.js";

/** What is computed in WebAssembly: pointers and sizes are numbers, all in the one memory. */
export interface Kernels {
  readonly memory: WasmMemory;
  quantize(x: number, to: number, int8: number, rows: number, columns: number): void;
  multiply(...pointersAndSizes: number[]): void;
  normalize(x: number, y: number, weight: number, bias: number, rows: number, columns: number): void;
  gelu(x: number, count: number): void;
  attend(q: number, out: number, keys: number, weights: number, tokens: number): void;
}

/** Where the kernels put what they compute. */
export interface Scratch {
  readonly x: number;
  readonly y: number;
  readonly wide: number;
  readonly int8: number;
  readonly rowScales: number;
  readonly keys: number;
  readonly shares: number;
  readonly end: number;
}

/** How many pieces of several texts are computed at once: weights are read from memory once for all of them. */
export const maxRows = 256;
const pageBytes = 65_536;

export const openKernels = (): Kernels => instantiate<Kernels>(kernelsCode);

/** The first `bytes` of the memory, for the model, with room to compute behind them. */
export function roomIn({ memory }: Kernels, bytes: number): Uint8Array {
  const missing = Math.ceil(scratchAfter(bytes).end / pageBytes) - memory.buffer.byteLength / pageBytes;
  if (missing > 0) memory.grow(missing);
  return new Uint8Array(memory.buffer, 0, bytes);
}

export function scratchAfter(bytes: number): Scratch {
  let end = aligned(bytes);
  const room = (size: number): number => {
    const at = end;
    end = aligned(end + size);
    return at;
  };
  const numbers = (count: number) => room(4 * count);
  return {
    x: numbers(maxRows * hiddenSize),
    y: numbers(maxRows * hiddenSize),
    wide: numbers(maxRows * intermediateSize),
    int8: room(2 * maxRows * intermediateSize),
    rowScales: numbers(maxRows),
    keys: numbers((2 * maxTextLength * hiddenSize) / heads),
    shares: numbers(maxTextLength + 4),
    end,
  };
}
