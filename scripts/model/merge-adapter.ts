import type { Weights } from "./weights.js";

/**
 * The weights fine-tuned on developers' texts: the original plus the adapter (LoRA). A matrix changes by the product of
 * two low-rank int8 matrices, `left` and `right`, with a scale per rank; any other tensor by a tensor of the same size,
 * `change`. Sums are of doubles in a fixed order, so that every machine computes the same numbers.
 */
export const mergeAdapter = (weights: Weights, adapter: Weights): Weights => ({
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
});

function addAll(numbers: Float32Array, change: Float32Array): void {
  for (let i = 0; i < numbers.length; i++) numbers[i] = (numbers[i] as number) + (change[i] as number);
}

/** Adds whole rows of the product, starting at the row that begins at element `from` of the matrix. */
function addProduct(numbers: Float32Array, from: number, matrix: string, adapter: Weights): void {
  // left has rows × rank numbers, right rank × columns, the matrix rows × columns.
  const [left, right] = [adapter.read(`${matrix}.left`), adapter.read(`${matrix}.right`)];
  const [leftScales, rightScales] = [adapter.read(`${matrix}.left.scale`), adapter.read(`${matrix}.right.scale`)];
  const rank = leftScales.length;
  const columns = right.length / rank;
  const sums = new Float64Array(columns);
  for (let offset = 0; offset < numbers.length; offset += columns) {
    const row = (from + offset) / columns;
    sums.set(numbers.subarray(offset, offset + columns));
    for (let k = 0; k < rank; k++) {
      const factor = (left[row * rank + k] as number) * (leftScales[k] as number) * (rightScales[k] as number);
      for (let i = 0; i < columns; i++) sums[i] = (sums[i] as number) + factor * (right[k * columns + i] as number);
    }
    numbers.set(sums, offset);
  }
}
