const maxWords = 40;

/** Sentences of a Markdown page with more than forty words. A list item and a cell of a table are texts of their own. */
export function longSentences(markdown: string): string[] {
  const texts = markdown
    .replace(/^(```+)[\s\S]*?^\1/gm, "")
    .replace(/<!--[\s\S]*?-->|<[^>]+>/g, "")
    .replace(/`[^`]*`/g, "Code")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )|\|/);
  return texts
    .flatMap((text) => text.trim().split(/(?<=[.!?][)"”]?)\s+(?=[A-Z"“(*`])/))
    .filter((sentence) => wordsOf(sentence).length > maxWords);
}

const wordsOf = (sentence: string): string[] => sentence.match(/[\p{L}\p{N}][^\s]*/gu) ?? [];
