/** The sentences of prose, without code blocks and the markup of lists and headings. */
export const sentencesOf = (text: string): string[] =>
  text
    .replace(/```[\s\S]*?(```|$)/g, "\n")
    .split(/(?<=[.!?])\s+(?=[^a-z])|(?<=[。！？])|\n+/)
    .map((line) =>
      line
        .replace(/^[\s>#*+-]+|^\s*\d+[.)]\s+/g, "")
        .replace(/\*\*|__|`/g, "")
        .trim(),
    )
    .filter((sentence) => sentence !== "");

/** The first sentences that fit; at least one, cut at a word. */
export function opening(text: string, max: number): string {
  const trimmed = text.trim();
  if (trimmed.length <= max) return trimmed;
  const head = trimmed.slice(0, max);
  const end = Math.max(head.lastIndexOf(". "), head.lastIndexOf("\n"), head.lastIndexOf("! "), head.lastIndexOf("? "));
  if (end > max / 3) return head.slice(0, end + 1).trim();
  const space = head.lastIndexOf(" ");
  return `${head.slice(0, space > max / 2 ? space : max).trim()}…`;
}
