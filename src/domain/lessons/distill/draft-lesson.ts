import { findObject, isObject } from "../../../base/json.js";
import { titleFrom } from "../../memory/lesson.js";
import { type LessonKind, lessonKinds } from "../given-lesson.js";

/** A lesson as a model wrote it: nothing of it is checked yet. */
export interface DraftLesson {
  readonly kind: LessonKind;
  readonly title: string;
  readonly content: string;
  readonly evidence: readonly { readonly exchange: string; readonly quote: string }[];
  readonly files: readonly string[];
  /** What a machine can check of a rule, in the form of guards. */
  readonly guard: unknown;
  readonly confirms: string;
  readonly replaces: string;
}

/** The drafts of a reply, undefined for one that does not have the form of the schema. */
export function readDrafts(reply: string): (DraftLesson | undefined)[] | undefined {
  const lessons = findObject(reply, ["lessons"])?.lessons;
  return Array.isArray(lessons) ? lessons.map(readDraft) : undefined;
}

function readDraft(value: unknown): DraftLesson | undefined {
  if (!isObject(value)) return undefined;
  const kind = lessonKinds.find((one) => one === value.kind);
  const evidence = Array.isArray(value.evidence) ? value.evidence.filter(isObject) : [];
  if (kind === undefined || evidence.length === 0) return undefined;
  return {
    kind,
    // Models count characters badly.
    title: titleFrom(textOf(value.title)),
    content: textOf(value.content),
    evidence: evidence.map(({ exchange, quote }) => ({ exchange: textOf(exchange), quote: textOf(quote) })),
    files: (Array.isArray(value.files) ? value.files : []).map(textOf).filter(Boolean),
    guard: kind === "rule" ? value.guard : undefined,
    confirms: textOf(value.confirms),
    replaces: textOf(value.replaces),
  };
}

const textOf = (value: unknown): string => (typeof value === "string" ? value.replace(/\s+/g, " ").trim() : "");
