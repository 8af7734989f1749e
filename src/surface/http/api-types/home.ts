export interface DayActivity {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly agent: string;
  readonly sessions: number;
  readonly exchanges: number;
  readonly tokens: number;
}

export interface UsageRow {
  /** The agent, or the id of the project. */
  readonly id: string;
  readonly sessions: number;
  readonly tokens: number;
  /** US dollars, if `archive.prices` has a model that was used. */
  readonly cost?: number;
}

export interface Activity {
  readonly days: readonly DayActivity[];
  readonly agents: readonly UsageRow[];
  readonly projects: readonly (UsageRow & { readonly name: string })[];
}

export interface OpenWork {
  readonly project: string;
  readonly folder: string;
  readonly task: string;
  readonly blockers: readonly string[];
  readonly updatedAt: string;
}

export interface ReviewItem {
  readonly kind: "memory" | "proposal" | "conflict";
  readonly project: string;
  readonly folder: string;
  readonly count: number;
  readonly title: string;
}

export interface HomeSummary {
  /** Whether sample records are here. */
  readonly hasSample: boolean;
  readonly totals: {
    readonly sessions: number;
    readonly exchanges: number;
    readonly projects: number;
    readonly memories: number;
    readonly documents: number;
  };
  readonly work: readonly OpenWork[];
  readonly review: readonly ReviewItem[];
  readonly digest: readonly ProjectNews[];
}

/** The digest of a project for the last week. */
export interface ProjectNews {
  readonly project: string;
  readonly sessions: number;
  readonly done: readonly string[];
  readonly decided: readonly string[];
  readonly open: readonly string[];
}
