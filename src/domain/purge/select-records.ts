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

export async function isSelected(record: StoredRecord, selection: RecordSelection): Promise<boolean> {
  const { before, project, person, match } = selection;
  if (before !== undefined && record.at >= before) return false;
  if (project !== undefined && !hasName(record.projects, project)) return false;
  if (person !== undefined && !hasName(record.people, person)) return false;
  return match === undefined || (await record.text()).toLowerCase().includes(match.toLowerCase());
}

const hasName = (names: readonly string[], name: string): boolean =>
  names.some((one) => one.toLowerCase() === name.toLowerCase());
