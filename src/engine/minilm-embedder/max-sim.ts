import { growTo, instantiate, type WasmMemory } from "../web-assembly.js";
import { maxSimCode } from "./max-sim-code.js";
import { tokenBits } from "./model-layout.js";

interface Kernel {
  readonly memory: WasmMemory;
  maxSim(codes: number, codesEnd: number, query: number, queryEnd: number, best: number): void;
}

const minDot = -(2 ** 31);

/** Scores documents token by token (MaxSim), in WebAssembly. See `Embedder.scoreTokens`. */
export function createMaxSim(): (tokens: Float32Array, documents: readonly Uint8Array[]) => number[] {
  let kernel: Kernel | undefined;
  return (tokens, documents) => {
    kernel ??= instantiate<Kernel>(maxSimCode);
    const count = tokens.length / tokenBits;
    const queryOffset = Math.ceil((4 * count) / 16) * 16;
    const codesOffset = queryOffset + tokens.length;
    const longest = documents.reduce((max, { length }) => Math.max(max, length), 0);
    const { maxSim, memory } = kernel;
    growTo(memory, codesOffset + longest);
    const best = new Int32Array(memory.buffer, 0, count);
    const { scales, sums } = quantizeTokens(tokens, new Int8Array(memory.buffer, queryOffset, tokens.length));
    const bytes = new Uint8Array(memory.buffer);
    return documents.map((codes) => {
      if (count === 0 || codes.length === 0) return 0;
      bytes.set(codes, codesOffset);
      best.fill(minDot);
      maxSim(codesOffset, codesOffset + codes.length, queryOffset, codesOffset, 0);
      // The kernel adds the numbers at set bits; those at other bits count as negative.
      return best.reduce(
        (sum, dot, token) => sum + Math.max(0, 2 * dot - (sums[token] ?? 0)) * (scales[token] ?? 0),
        0,
      );
    });
  };
}

/** Writes each token as signed bytes; the scale of a token also divides by √bits. */
function quantizeTokens(tokens: Float32Array, int8: Int8Array) {
  const count = tokens.length / tokenBits;
  const [scales, sums] = [new Float64Array(count), new Int32Array(count)];
  for (let token = 0; token < count; token++) {
    const [from, to] = [token * tokenBits, (token + 1) * tokenBits];
    const largest = tokens.subarray(from, to).reduce((max, value) => Math.max(max, Math.abs(value)), 1e-9);
    scales[token] = largest / 127 / Math.sqrt(tokenBits);
    for (let i = from; i < to; i++) {
      const value = Math.round(((tokens[i] as number) * 127) / largest);
      int8[i] = value;
      sums[token] = (sums[token] as number) + value;
    }
  }
  return { scales, sums };
}
