/** Something that a repository says about itself, and where. */
export interface Candidate {
  readonly title: string;
  readonly content: string;
  readonly kind: "rule" | "decision" | "fact";
  /** A file with its line, or a commit. */
  readonly source: string;
  /** Files that it is about: when they change, it may no longer hold. */
  readonly anchors: readonly string[];
}

export interface TextFile {
  readonly path: string;
  readonly text: string;
}

/** A text as one line, without Markdown's links and emphasis. */
export const plainLine = (text: string): string =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(
      /<!--[\s\S]*?-->|<\/?(?:p|br|b|i|em|strong|a|img|div|span|sub|sup|details|summary|kbd|code)(?: [^>]*)?\/?>/gi,
      "",
    )
    .replace(/\*\*|__/g, "")
    .replace(/\s+/g, " ")
    .trim();
