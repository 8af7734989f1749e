import { AppError } from "../../base/errors.js";
import type { MemorySource, Outcome } from "../../store/memory/memory.js";

/** What a memory is made of. */
export interface Lesson extends LessonWords {
  readonly project: string;
  readonly outcome: Outcome;
  readonly tags: readonly string[];
  /** Files or symbols that it speaks of. */
  readonly anchors?: readonly string[];
  readonly source?: MemorySource;
  /** Where it was taken from, when it was written down elsewhere before. */
  readonly from?: string;
}

/** What it says. */
export interface LessonWords {
  readonly title: string;
  readonly content: string;
}

/** In characters. */
export const maxTitleLength = 100;
export const maxContentLength = 100_000;

/** The beginning of a text as a title. */
export const titleFrom = (text: string): string => {
  const line = text.trim().split("\n")[0] ?? "";
  return line.length <= maxTitleLength ? line : `${line.slice(0, maxTitleLength - 3)}...`;
};

/** Of the words that are given: those that stay as they are were taken once. */
export function requireWords({ title, content }: { [Field in keyof LessonWords]?: string | undefined }): void {
  requireText("title", title, maxTitleLength);
  requireText("content", content, maxContentLength);
}

function requireText(field: keyof LessonWords, text: string | undefined, max: number): void {
  if (text === undefined || (text.trim() !== "" && text.length <= max)) return;
  throw new AppError("invalid", `The ${field} must have 1 to ${max} characters.`, {
    hint: `Pass a ${field} within this length.`,
    details: { field },
  });
}
