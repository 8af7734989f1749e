import { AppError } from "../../base/errors.js";
import type { Guard } from "../../store/memory/guard.js";
import type { Evidence, Memory, MemorySource } from "../../store/memory/memory.js";

export type LessonText = Pick<Memory, "title" | "content">;
export type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** The input of a new memory. */
export interface Lesson extends LessonText, Pick<Memory, "project" | "outcome" | "tags"> {
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

export const textOf = ({ title, content }: LessonText): string => `${title}\n${content}`;

/** In characters. */
export const maxTitleLength = 100;
export const maxContentLength = 100_000;

export const titleFrom = (text: string): string => {
  const line = text.trim().split("\n")[0] ?? "";
  return line.length <= maxTitleLength ? line : `${line.slice(0, maxTitleLength - 3)}...`;
};

/** Validates the fields that are set; the others keep their valid values. */
export function requireValidText({ title, content }: Optional<LessonText>): void {
  requireText("title", title, maxTitleLength);
  requireText("content", content, maxContentLength);
}

/**
 * Credentials are redacted before they arrive here. A lesson that held one is refused; of a plain record, the contract says
 * that it is stored without them.
 */
export function refuseCredentials(...texts: readonly (string | undefined)[]): void {
  // What the redaction gateway puts in the place of a secret.
  if (!texts.some((text) => text?.includes("[REDACTED]"))) return;
  throw new AppError("invalid", "The text holds a credential. Nothing was recorded.", {
    hint: "Say where the credential is kept instead of what it is.",
  });
}

function requireText(field: keyof LessonText, text: string | undefined, max: number): void {
  if (text === undefined || (text.trim() !== "" && text.length <= max)) return;
  throw new AppError("invalid", `The ${field} must have 1 to ${max} characters.`, {
    hint: `Pass a ${field} within this length.`,
    details: { field },
  });
}

/** What belongs to one project: paths, files, hosts and addresses, tickets, names in code. */
const details: readonly RegExp[] = [
  /[\w.-]+\/[\w./-]+/,
  /\b[\w-]+\.(?!md\b)[a-z]{2,6}\b(?!\s*$)/i,
  /\b[A-Z]{2,}-\d+\b/,
  /\b[a-z]+(?:_[a-z]+|[A-Z][a-z]+)+\b/,
  /\S@\S/,
];

/** The first thing in a text that belongs to one project; undefined when it may hold everywhere. */
export function projectDetail({ title, content, project = "" }: LessonText & { project?: string }): string | undefined {
  const text = textOf({ title, content });
  const name = /[^/\\:]{4,}$/.exec(project)?.[0].replace(/\.git$/, "") ?? "";
  if (name !== "" && text.toLowerCase().includes(name.toLowerCase())) return name;
  return details.map((pattern) => pattern.exec(text)?.[0]).find((found) => found !== undefined);
}

/** What is given in every project must not carry anything of one. */
export function refuseProjectDetail(text: LessonText): void {
  const detail = projectDetail(text);
  if (detail === undefined) return;
  throw new AppError("invalid", `This names something of one project: ${detail}.`, {
    hint: "Say what holds in every project, without files, hosts and names of one.",
  });
}
