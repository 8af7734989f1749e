import type { Random } from "./random.js";

/** Texts as numbers of pieces, and the model's vectors for them, one after the other. */
export interface Lessons {
  readonly pieces: readonly Uint16Array[];
  readonly vectors: Float32Array;
}

interface TrainingOptions {
  readonly epochs: number;
  /** How many pieces there are. */
  readonly known: number;
}

const batch = 32;
/** How far a number moves in a step at first; less and less later. */
const firstRate = 0.003;
/** Share of pieces that are left out at random, so that each learns to stand for itself. */
const dropped = 0.1;

/**
 * A vector per piece, one after the other, moved by stochastic gradient descent (Adam) so that the sums over the pieces of
 * texts point where the model's vectors do.
 */
export function trainVectors(
  { pieces, vectors: wanted }: Lessons,
  random: Random,
  { epochs, known }: TrainingOptions,
  print: (line: string) => void,
): Float32Array {
  const hiddenSize = wanted.length / pieces.length;
  const vectors = firstVectors({ pieces, vectors: wanted }, known, hiddenSize);
  const [gradient, moment, square] = [vectors, vectors, vectors].map(({ length }) => new Float32Array(length)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  const sum = new Float32Array(hiddenSize);

  /** Adds the gradient of the cosine of one text; answers the cosine. */
  const learn = (text: number, some: Uint16Array): number => {
    sum.fill(0);
    for (const piece of some) addTo(sum, 0, vectors, piece * hiddenSize, hiddenSize);
    const target = wanted.subarray(text * hiddenSize, (text + 1) * hiddenSize);
    const length = Math.sqrt(dot(sum, sum)) || 1;
    const cosine = dot(sum, target) / length;
    for (let i = 0; i < hiddenSize; i++)
      sum[i] = ((target[i] as number) - (cosine * (sum[i] as number)) / length) / length;
    for (const piece of some) addTo(gradient, piece * hiddenSize, sum, 0, hiddenSize);
    return cosine;
  };
  const move = (piece: number, rate: number): void => {
    for (let at = piece * hiddenSize; at < (piece + 1) * hiddenSize; at++) {
      const slope = gradient[at] as number;
      const mean = 0.9 * (moment[at] as number) + 0.1 * slope;
      const spread = 0.99 * (square[at] as number) + 0.01 * slope * slope;
      [gradient[at], moment[at], square[at]] = [0, mean, spread];
      vectors[at] = (vectors[at] as number) + (rate * mean) / (Math.sqrt(spread) + 1e-6);
    }
  };

  for (let epoch = 0; epoch < epochs; epoch++) {
    const order = random.shuffled(pieces.map((_, text) => text));
    let total = 0;
    for (let from = 0; from < order.length; from += batch) {
      const touched = new Set<number>();
      for (const text of order.slice(from, from + batch)) {
        const some = (pieces[text] as Uint16Array).filter(() => random.next() >= dropped);
        if (some.length > 0) total += learn(text, some);
        for (const piece of some) touched.add(piece);
      }
      const rate = firstRate * (1.01 - (epoch + from / order.length) / epochs);
      for (const piece of touched) move(piece, rate);
    }
    print(`epoch ${epoch + 1}: cosine ${(total / order.length).toFixed(4)}`);
  }
  return vectors;
}

/** Where the texts with a piece point on average, weaker for pieces that few texts have and for those that most have. */
function firstVectors({ pieces, vectors }: Lessons, known: number, hiddenSize: number): Float32Array {
  const found = new Float32Array(known * hiddenSize);
  const counts = new Float32Array(known);
  for (const [text, some] of pieces.entries()) {
    for (const piece of some) {
      counts[piece] = (counts[piece] as number) + 1;
      addTo(found, piece * hiddenSize, vectors, text * hiddenSize, hiddenSize);
    }
  }
  for (let piece = 0; piece < known; piece++) {
    const count = counts[piece] as number;
    const share = Math.sqrt(300 / (300 + count)) / (count + 0.5);
    for (let at = piece * hiddenSize; at < (piece + 1) * hiddenSize; at++) found[at] = share * (found[at] as number);
  }
  return found;
}

function addTo(sum: Float32Array, at: number, vector: Float32Array, from: number, hiddenSize: number): void {
  for (let i = 0; i < hiddenSize; i++) sum[at + i] = (sum[at + i] as number) + (vector[from + i] as number);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}
