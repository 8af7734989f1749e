interface Snippet {
  readonly text: string;
  readonly marks: readonly (readonly [number, number])[];
}

/** Markdown syntax that has no meaning in one line of text. */
const markdownSyntax = /\*\*|`+|(?<=^|\s|…)#{1,6}(?=\s)|(?<=^|\s)[-*](?=\s)|(?<=\s)\|(?=\s)|\|-+\|/g;

/** A snippet that starts at a word and has no Markdown syntax. Marks are adjusted. */
export function tidySnippet({ text, marks }: Snippet): Snippet {
  const start = wordStart(text, marks[0]?.[0] ?? text.length);
  const prefix = start > 0 ? "…" : "";
  const removed = [...text.matchAll(markdownSyntax)].map(
    ({ index, 0: syntax }) => [index, index + syntax.length] as const,
  );
  const isKept = Array.from(text, () => true);
  isKept.fill(false, 0, start);
  for (const [from, to] of removed) isKept.fill(false, from, to);
  const chars = [...text].length === text.length ? [...text] : text.split("");
  // Collapses runs of spaces that the removed syntax leaves behind.
  chars.forEach((char, i) => {
    const previous = isKept.lastIndexOf(true, i - 1);
    if (isKept[i] && char === " " && (previous < 0 || i === 0 || chars[previous] === " ")) isKept[i] = false;
  });
  const positions: number[] = [];
  let length = prefix.length;
  for (const [i] of chars.entries()) {
    positions[i] = length;
    if (isKept[i]) length++;
  }
  positions.push(length);
  const positionOf = (index: number) => positions[index] ?? length;
  return {
    text: prefix + chars.filter((_, i) => isKept[i]).join(""),
    marks: marks.map(([from, to]) => [positionOf(from), positionOf(to)] as const).filter(([from, to]) => to > from),
  };
}

/** After the first, cut-off word, but never beyond the first match. */
function wordStart(text: string, firstMark: number): number {
  if (!text.startsWith("…")) return 0;
  const space = text.indexOf(" ");
  return space < 0 || space + 1 > firstMark ? 1 : space + 1;
}
