/** Removes the text between `<private>` and `</private>`; a tag that is not closed hides everything after it. */
export function removePrivate(text: string): string {
  // Nearly every text returns here.
  if (!text.includes("<")) return text;
  const parts: string[] = [];
  let depth = 0;
  let shownFrom = 0;
  for (const tag of text.matchAll(/<(\/?)\s{0,8}private(?:\s[^<>]{0,200})?>/gi)) {
    const opens = tag[1] === "";
    if (opens && depth === 0) parts.push(text.slice(shownFrom, tag.index));
    depth = opens ? depth + 1 : Math.max(0, depth - 1);
    if (!opens && depth === 0) shownFrom = parts.length === 0 ? 0 : Math.max(shownFrom, tag.index + tag[0].length);
  }
  if (parts.length === 0) return text;
  if (depth === 0) parts.push(text.slice(shownFrom));
  return parts.join("");
}
