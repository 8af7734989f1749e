import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../test/redaction/random.js";
import { createMaxSim } from "./max-sim.js";

/** As defined, without WebAssembly or quantization. */
function maxSimOf(tokens: Float32Array, codes: Uint8Array): number {
  let sum = 0;
  for (let token = 0; token < tokens.length; token += 128) {
    let best = 0;
    for (let code = 0; code < codes.length; code += 16) {
      let dot = 0;
      for (let bit = 0; bit < 128; bit++) {
        const isSet = ((codes[code + (bit >> 3)] as number) >> (bit & 7)) & 1;
        dot += (isSet ? 1 : -1) * (tokens[token + bit] as number);
      }
      best = Math.max(best, dot / Math.sqrt(128));
    }
    sum += best;
  }
  return sum;
}

describe("createMaxSim", () => {
  const { pick } = seededRandom(7);
  const bytes = Array.from({ length: 256 }, (_, i) => i);
  const numbers = (count: number) => Float32Array.from({ length: count }, () => pick(bytes) / 128 - 1);
  const codes = (count: number) => Uint8Array.from({ length: 16 * count }, () => pick(bytes));
  const score = createMaxSim();

  it("scores as defined, for documents of any length", () => {
    const query = numbers(128 * 9);
    const documents = [codes(1), codes(40), codes(256), codes(6000)];
    for (const [i, value] of score(query, documents).entries()) {
      const expected = maxSimOf(query, documents[i] ?? new Uint8Array());
      expect(Math.abs(value - expected) / expected).toBeLessThan(0.01);
    }
  });

  it("gives nothing for a document or a query without tokens", () => {
    expect(score(numbers(128), [new Uint8Array()])).toEqual([0]);
    expect(score(new Float32Array(), [codes(3)])).toEqual([0]);
  });
});
