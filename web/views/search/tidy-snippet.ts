interface Snippet {
  readonly text: string;
  readonly marks: readonly (readonly [number, number])[];
}

/** Markdown signs that carry no meaning in one line of text. */
const signs = /\*\*|__|`+|(?<=^|\s|…)#{1,6}(?=\s)|(?<=^|\s)[-*](?=\s)|(?<=\s)\|(?=\s)|\|-+\|/g;

/** A snippet that starts at a word and has no Markdown signs. Marks move along. */
export function tidySnippet({ text, marks }: Snippet): Snippet {
  const start = wordStart(text, marks[0]?.[0] ?? text.length);
  const prefix = start > 0 ? "…" : "";
  const removed = [...text.matchAll(signs)].map(({ index, 0: sign }) => [index, index + sign.length] as const);
  const isKept = Array.from(text, () => true);
  isKept.fill(false, 0, start);
  for (const [from, to] of removed) isKept.fill(false, from, to);
  const chars = [...text].length === text.length ? [...text] : text.split("");
  // Runs of spaces that removed signs leave behind become one.
  chars.forEach((char, i) => {
    const before = isKept.lastIndexOf(true, i - 1);
    if (isKept[i] && char === " " && (before < 0 || i === 0 || chars[before] === " ")) isKept[i] = false;
  });
  const positions: number[] = [];
  let length = prefix.length;
  for (const [i] of chars.entries()) {
    positions[i] = length;
    if (isKept[i]) length++;
  }
  positions.push(length);
  const at = (index: number) => positions[index] ?? length;
  return {
    text: prefix + chars.filter((_, i) => isKept[i]).join(""),
    marks: marks.map(([from, to]) => [at(from), at(to)] as const).filter(([from, to]) => to > from),
  };
}

/** After the first, cut-off word, but never beyond the first match. */
function wordStart(text: string, firstMark: number): number {
  if (!text.startsWith("…")) return 0;
  const space = text.indexOf(" ");
  return space < 0 || space + 1 > firstMark ? 1 : space + 1;
}
