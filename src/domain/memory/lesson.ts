import { AppError } from "../../base/errors.js";
import type { Guard } from "../../store/memory/guard.js";
import type { Evidence, MemorySource, Outcome } from "../../store/memory/memory.js";

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
  /** Proposed with it: they hold once a person accepts them. */
  readonly guards?: readonly Guard[];
  /** What it rests on. Default: that it was recorded now. */
  readonly evidence?: readonly LessonEvidence[];
}

/** Words of a source, and when they were said. Default: now. */
export type LessonEvidence = Partial<Pick<Evidence, "at">> & Pick<Evidence, "from" | "exchange" | "quote">;

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

/**
 * Credentials are redacted before they arrive here. A lesson that held one is refused; of a plain record, the contract says
 * that it is stored without them.
 */
export function refuseCredentials(...texts: readonly (string | undefined)[]): void {
  if (!texts.some((text) => text?.includes(redacted))) return;
  throw new AppError("invalid", "The text holds a credential. Nothing was recorded.", {
    hint: "Say where the credential is kept instead of what it is.",
  });
}

/** What the redaction gateway puts in the place of a secret. */
const redacted = "[REDACTED]";

function requireText(field: keyof LessonText, text: string | undefined, max: number): void {
  if (text === undefined || (text.trim() !== "" && text.length <= max)) return;
  throw new AppError("invalid", `The ${field} must have 1 to ${max} characters.`, {
    hint: `Pass a ${field} within this length.`,
    details: { field },
  });
}
