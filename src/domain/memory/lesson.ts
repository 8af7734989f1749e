import { AppError } from "../../base/errors.js";
import type { MemorySource, Outcome } from "../../store/memory/memory.js";

/** The input of a new memory. */
export interface Lesson extends LessonText {
  readonly project: string;
  readonly outcome: Outcome;
  readonly tags: readonly string[];
  /** Files or symbols that it is about. */
  readonly anchors?: readonly string[];
  readonly source?: MemorySource;
  /** The source of an imported lesson. */
  readonly from?: string;
}

/** The text of a lesson. */
export interface LessonText {
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

/** Validates the fields that are set; the others keep their valid values. */
export function requireValidText({ title, content }: { [Field in keyof LessonText]?: string | undefined }): void {
  requireText("title", title, maxTitleLength);
  requireText("content", content, maxContentLength);
}

function requireText(field: keyof LessonText, text: string | undefined, max: number): void {
  if (text === undefined || (text.trim() !== "" && text.length <= max)) return;
  throw new AppError("invalid", `The ${field} must have 1 to ${max} characters.`, {
    hint: `Pass a ${field} within this length.`,
    details: { field },
  });
}
