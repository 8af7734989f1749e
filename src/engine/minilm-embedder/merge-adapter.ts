import type { Weights } from "./weights.js";

/**
 * The weights as trained on developers' texts: the original plus what the adapter says. A matrix changes by the product of
 * two thin ones (LoRA), `left` and `right`, bytes with a scale for each of the products summed; other tensors by a tensor of their own size, `change`. Sums are of doubles in a
 * fixed order, so that every machine gets the same numbers.
 */
export function mergeAdapter(weights: Weights, adapter: Weights): Weights {
  return {
    has: weights.has,
    count: weights.count,
    read(name, from = 0, count = weights.count(name) - from) {
      const numbers = weights.read(name, from, count);
      const matrix = name.replace(/\.weight$/, "");
      if (adapter.has(`${matrix}.left`)) addProduct(numbers, from, matrix, adapter);
      else if (adapter.has(`${name}.change`)) addAll(numbers, adapter.read(`${name}.change`, from, count));
      return numbers;
    },
    close() {
      weights.close();
      adapter.close();
    },
  };
}

function addAll(numbers: Float32Array, change: Float32Array): void {
  for (let i = 0; i < numbers.length; i++) numbers[i] = (numbers[i] as number) + (change[i] as number);
}

/** Adds whole rows of the product, beginning with the row that number `from` of the matrix begins. */
function addProduct(numbers: Float32Array, from: number, matrix: string, adapter: Weights): void {
  // left has rows × rank numbers, right rank × columns, the matrix rows × columns.
  const [left, right] = [adapter.read(`${matrix}.left`), adapter.read(`${matrix}.right`)];
  const [leftScales, rightScales] = [adapter.read(`${matrix}.left.scale`), adapter.read(`${matrix}.right.scale`)];
  const rank = leftScales.length;
  const columns = right.length / rank;
  const sums = new Float64Array(columns);
  for (let at = 0; at < numbers.length; at += columns) {
    const row = (from + at) / columns;
    sums.set(numbers.subarray(at, at + columns));
    for (let k = 0; k < rank; k++) {
      const factor = (left[row * rank + k] as number) * (leftScales[k] as number) * (rightScales[k] as number);
      for (let i = 0; i < columns; i++) sums[i] = (sums[i] as number) + factor * (right[k * columns + i] as number);
    }
    numbers.set(sums, at);
  }
}
