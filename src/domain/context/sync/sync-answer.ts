/** The answer of a sync tool: a status and what it is about. */
export interface SyncAnswer {
  readonly status: string;
  readonly commit?: string;
  readonly commit_message?: string;
  /** The review branch that a push went to. */
  readonly branch?: string;
  /** Commits that a pull brought. */
  readonly commits?: number;
  readonly files?: readonly string[];
  readonly strategy?: string;
  readonly auto_resolved?: readonly string[];
  readonly resolved?: number;
  readonly skipped?: number;
  readonly overruled?: readonly Overruled[];
  readonly conflict_id?: string;
  readonly report?: ConflictReport;
  readonly file_path?: string;
  readonly remaining?: number;
  readonly push_error?: string;
  /** Files that keep a push from being merged. */
  readonly conflicts?: readonly string[];
  readonly error?: string;
  readonly note?: string;
}

interface Overruled {
  readonly file_path: string;
  readonly kept: string;
  /** Only the status shows when, and the text; null if that side had deleted the file. */
  readonly at?: string;
  readonly lost_content?: string | null;
}

interface ConflictReport {
  readonly has_conflicts: boolean;
  readonly total: number;
  readonly unresolved: number;
  readonly auto_resolved: readonly string[];
  readonly conflicts: readonly {
    readonly file_path: string;
    readonly ours_preview: string;
    readonly theirs_preview: string;
    readonly resolved: boolean;
    readonly deleted_by?: string;
  }[];
}
