/** One line that an agent receives. */
export interface LessonLine {
  /** Names what it says among what a session received. */
  readonly item: string;
  readonly text: string;
  /** What it says besides. */
  readonly further?: readonly string[];
}

export const itemsOf = ({ item, further = [] }: LessonLine): string[] => [item, ...further];

/** Lines under a title, the most important first. */
export interface LineSection {
  readonly title: string;
  readonly lines: readonly LessonLine[];
  /** In characters, so that a long section leaves room for the others. Default: all that is left. */
  readonly maxLength?: number;
}

export const textOfLines = (lines: readonly LessonLine[]): string => lines.map(({ text }) => text).join("\n");

/** `4f2a91c0 03-02`: the start of the session's id is enough for session_read. */
export const sessionSource = ({ sessionId, at }: { sessionId: string; at: string }): string =>
  `${sessionId.replace(/^ses_/, "").slice(0, 8)} ${at.slice(5, 10)}`;

export const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

export const lengthOf = (lines: readonly LessonLine[]): number =>
  lines.reduce((sum, { text }) => sum + text.length + 1, 0);

/** Fills the sections in their order. A line that does not fit is left out, never cut. */
export function fitSections(sections: readonly LineSection[], maxLength: number) {
  const seen = new Set<string>();
  let left = maxLength;
  const filled = sections.map(({ title, lines, maxLength: maxOwn = left }) => {
    let own = Math.min(left, maxOwn);
    const chosen: LessonLine[] = [];
    for (const line of lines) {
      const length = line.text.length + 1 + (chosen.length === 0 ? title.length + 2 : 0);
      if (seen.has(line.item) || length > own) continue;
      seen.add(line.item);
      own -= length;
      left -= length;
      chosen.push(line);
    }
    return { title, lines: chosen };
  });
  const printed = filled.filter(({ lines }) => lines.length > 0);
  const text = printed.map(({ title, lines }) => `${title}:\n${textOfLines(lines)}`).join("\n");
  return { text, lines: printed.flatMap(({ lines }) => lines) };
}
