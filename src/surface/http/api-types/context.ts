export type { OverruledText } from "../../../store/context/overruled-text.js";

/** A folder whose shared files the page may show. */
export interface ContextRepository {
  readonly folder: string;
  readonly name: string;
  readonly hasStore: boolean;
  /** Number of files with unresolved conflicts. */
  readonly conflicts: number;
}

export interface EntryRow {
  readonly key: string;
  readonly scope: string;
  /** The first line with text. */
  readonly about: string;
  readonly author: string;
  readonly updatedAt: string;
}

export interface DecisionRow {
  readonly id: number;
  readonly title: string;
  readonly status: string;
  readonly date: string;
  readonly author: string;
  readonly scope: string;
}

export interface SkillProposal {
  readonly id: string;
  readonly agent: string;
  readonly rationale: string;
  readonly content: string;
  readonly status: string;
  readonly at: string;
}

export interface SkillRow {
  readonly name: string;
  readonly description: string;
  readonly scope: string;
  readonly content: string;
  readonly uses: number;
  readonly average: number;
  readonly needsAttention: boolean;
  readonly ratings: readonly {
    readonly agent: string;
    readonly rating: number;
    readonly comment: string;
    readonly at: string;
  }[];
  readonly proposals: readonly SkillProposal[];
}

export interface ContextOverview {
  readonly name: string;
  readonly folder: string;
  readonly knowledge: readonly EntryRow[];
  readonly conventions: readonly EntryRow[];
  readonly decisions: readonly DecisionRow[];
  /** Which decision supersedes which. */
  readonly links: readonly { readonly newer: number; readonly older: number }[];
  readonly skills: readonly SkillRow[];
}

export interface EntryVersion {
  readonly commit: string;
  readonly author: string;
  readonly date: string;
  readonly subject: string;
}
