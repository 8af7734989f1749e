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

export function requireWords(words: LessonWords): void {
  requireText("title", words.title, longestTitle);
  requireText("content", words.content, longestContent);
}

function requireText(field: keyof LessonWords, text: string, most: number): void {
  if (text.trim() !== "" && text.length <= most) return;
  throw new AppError("invalid", `The ${field} must have 1 to ${most} characters.`, {
    hint: `Give a ${field} that says it in fewer words.`,
    details: { field },
  });
}
