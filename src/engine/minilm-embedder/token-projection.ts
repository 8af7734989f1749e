import { logistic } from "../../base/probability.js";
import type { TokenEmbedding } from "../token-embedding.js";
import { hiddenSize, tokenBits } from "./model-layout.js";

const tokenBytes = tokenBits / 8;

/** From the model's hidden states, `hiddenSize` numbers per token. */
type TokenProjection = (hidden: Float32Array) => Omit<TokenEmbedding, "vector">;

/** `matrix` has `tokenBits` rows of `hiddenSize` numbers; `importance` and `bias` say how much a token of a question counts. */
export function createTokenProjection(matrix: Float32Array, importance: Float32Array, bias: number): TokenProjection {
  return (hidden) => {
    const count = hidden.length / hiddenSize;
    const codes = new Uint8Array(count * tokenBytes);
    const tokens = new Float32Array(count * tokenBits);
    const weights = Float64Array.from({ length: count }, (_, token) => {
      const row = hidden.subarray(token * hiddenSize, (token + 1) * hiddenSize);
      for (let bit = 0; bit < tokenBits; bit++) {
        const value = dot(row, matrix, bit * hiddenSize);
        tokens[token * tokenBits + bit] = value;
        const byte = token * tokenBytes + (bit >> 3);
        if (value >= 0) codes[byte] = (codes[byte] as number) | (1 << (bit & 7));
      }
      return logistic(dot(row, importance, 0) + bias);
    });
    const sum = weights.reduce((all, weight) => all + weight, 0);
    for (const [token, weight] of weights.entries())
      setLength(tokens.subarray(token * tokenBits, (token + 1) * tokenBits), weight / sum);
    return { codes, tokens };
  };
}

function dot(row: Float32Array, matrix: Float32Array, from: number): number {
  let sum = 0;
  for (let i = 0; i < row.length; i++) sum += (row[i] as number) * (matrix[from + i] as number);
  return sum;
}

function setLength(vector: Float32Array, length: number): void {
  const squares = vector.reduce((sum, value) => sum + value * value, 0);
  const factor = length / (Math.sqrt(squares) || 1);
  for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] as number) * factor;
}
