/** The text without what stands between `<private>` and `</private>`; one that is not closed hides all that follows. */
export function removePrivate(text: string): string {
  // Nearly every text is through here.
  if (!text.includes("<")) return text;
  const parts: string[] = [];
  let depth = 0;
  let shownFrom = 0;
  for (const mark of text.matchAll(/<(\/?)\s{0,8}private(?:\s[^<>]{0,200})?>/gi)) {
    const opens = mark[1] === "";
    if (opens && depth === 0) parts.push(text.slice(shownFrom, mark.index));
    depth = opens ? depth + 1 : Math.max(0, depth - 1);
    if (!opens && depth === 0) shownFrom = parts.length === 0 ? 0 : Math.max(shownFrom, mark.index + mark[0].length);
  }
  if (parts.length === 0) return text;
  if (depth === 0) parts.push(text.slice(shownFrom));
  return parts.join("");
}
