/** Words written one after the other, over as many lines as they take. */
export function wordList(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}
