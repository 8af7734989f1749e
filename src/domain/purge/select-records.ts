import { AppError } from "../../base/errors.js";
import type { RecordKind, StoredRecord } from "./stored-record.js";

/** Which records; every given condition must hold. */
export interface RecordSelection {
  /** Default: every kind. */
  readonly kinds?: readonly RecordKind[] | undefined;
  /** ISO time: records that were last changed before it. */
  readonly before?: string | undefined;
  readonly project?: string | undefined;
  readonly person?: string | undefined;
  /** Words that the record contains, in any case. */
  readonly match?: string | undefined;
}

export function requireSelection({ before, project, person, match }: RecordSelection): void {
  if ([before, project, person, match].some((one) => one !== undefined && one.trim() !== "")) return;
  throw new AppError("invalid", "Nothing selected.", { hint: "Pass --older-than, --project, --person or --match." });
}

/** `mention`: a record of others that names the selected person. */
export async function selects(
  { before, project, person, match }: RecordSelection,
  record: StoredRecord,
): Promise<"record" | "mention" | undefined> {
  if (before !== undefined && record.at >= before) return undefined;
  if (project !== undefined && !record.projects.some((one) => one.toLowerCase() === project.toLowerCase()))
    return undefined;
  // In the same case: two members may differ in nothing else.
  const isOwn = person === undefined || record.people.includes(person);
  if (!isOwn && !record.mentions?.(person)) return undefined;
  if (match !== undefined && !(await record.text()).toLowerCase().includes(match.toLowerCase())) return undefined;
  return isOwn ? "record" : "mention";
}
