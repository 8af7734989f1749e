/** Texts are measured up to this length; more does not change the answer. */
const maxMeasured = 512;

const counts = new Uint16Array(256);
const information = Float64Array.from({ length: maxMeasured + 1 }, (_, n) => (n === 0 ? 0 : n * Math.log2(n)));

/** Shannon entropy of a stretch of text, in bits per character. */
export function entropy(text: string, start: number, end: number): number {
  const length = Math.min(end - start, maxMeasured);
  if (length <= 0) return 0;
  for (let i = start; i < start + length; i++) {
    const slot = text.charCodeAt(i) & 255;
    counts[slot] = (counts[slot] as number) + 1;
  }
  let sum = 0;
  for (let i = start; i < start + length; i++) {
    const slot = text.charCodeAt(i) & 255;
    sum += information[counts[slot] as number] as number;
    counts[slot] = 0;
  }
  return Math.log2(length) - sum / length;
}

/**
 * The entropy that a random value of this length exceeds. Short values cannot reach what long ones have: 16 random
 * hexadecimal digits have about 3.2 bits per character, 64 have 3.9.
 */
export function minEntropyOf(length: number): number {
  return Math.min(3.5, 0.65 * Math.log2(length));
}

/**
 * The entropy that random letters without digits exceed. Fingers that hit keys at random come back to the same few;
 * a machine draws 16 different letters of 26, or nearly so.
 */
export function minLettersEntropyOf(length: number): number {
  return Math.min(3.6, 0.8 * Math.log2(length));
}
