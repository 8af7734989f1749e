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
export const longestTitle = 100;
export const longestContent = 100_000;

/** The beginning of a text as a title. */
export const titleFrom = (text: string): string => {
  const line = text.trim().split("\n")[0] ?? "";
  return line.length <= longestTitle ? line : `${line.slice(0, longestTitle - 3)}...`;
};

/** Of the words that are given: those that stay as they are were taken once. */
export function requireWords({ title, content }: { [Field in keyof LessonWords]?: string | undefined }): void {
  requireText("title", title, longestTitle);
  requireText("content", content, longestContent);
}

function requireText(field: keyof LessonWords, text: string | undefined, most: number): void {
  if (text === undefined || (text.trim() !== "" && text.length <= most)) return;
  throw new AppError("invalid", `The ${field} must have 1 to ${most} characters.`, {
    hint: `Give a ${field} that says it in fewer words.`,
    details: { field },
  });
}
