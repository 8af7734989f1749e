import { instantiate, type WasmMemory } from "../web-assembly.js";
import { kernelsCode } from "./kernels-code.js";
import { aligned, heads, inner, maxTextLength, width } from "./model-shape.js";

/** What is computed in WebAssembly: pointers and sizes are numbers, all in the one memory. */
export interface Kernels {
  readonly memory: WasmMemory;
  quantize(x: number, to: number, steps: number, rows: number, columns: number): void;
  multiply(...pointersAndSizes: number[]): void;
  normalize(x: number, y: number, weight: number, bias: number, rows: number, columns: number): void;
  gelu(x: number, count: number): void;
  attend(q: number, out: number, keys: number, weights: number, tokens: number): void;
}

/** Where the kernels put what they compute. */
export interface WorkRoom {
  readonly x: number;
  readonly y: number;
  readonly wide: number;
  readonly steps: number;
  readonly rowSteps: number;
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
  const missing = Math.ceil(workRoomAfter(bytes).end / pageBytes) - memory.buffer.byteLength / pageBytes;
  if (missing > 0) memory.grow(missing);
  return new Uint8Array(memory.buffer, 0, bytes);
}

export function workRoomAfter(bytes: number): WorkRoom {
  let end = aligned(bytes);
  const room = (size: number): number => {
    const at = end;
    end = aligned(end + size);
    return at;
  };
  const numbers = (count: number) => room(4 * count);
  return {
    x: numbers(maxRows * width),
    y: numbers(maxRows * width),
    wide: numbers(maxRows * inner),
    steps: room(2 * maxRows * inner),
    rowSteps: numbers(maxRows),
    keys: numbers((2 * maxTextLength * width) / heads),
    shares: numbers(maxTextLength + 4),
    end,
  };
}
