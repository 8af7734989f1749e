import type { Finding } from "../../../domain/system/finding.js";
export interface SettingRow {
  readonly name: string;
  readonly value: unknown;
  readonly default: unknown;
  readonly about: string;
  /** A description of the valid values. */
  readonly shape: string;
  readonly origin: string;
  readonly where: string;
  /** Whether the page may change it. */
  readonly editable: boolean;
}

export interface SettingList {
  readonly file: string;
  readonly settings: readonly SettingRow[];
}

export interface FindingRow extends Pick<Finding, "check" | "status" | "message"> {
  readonly fixable: boolean;
}

/** What connecting the agents on this machine would change. */
export interface SetupPlan {
  readonly agents: readonly { readonly agent: string; readonly name: string; readonly afterwards: string }[];
  readonly files: readonly {
    readonly file: string;
    /** `none` if nothing changes. */
    readonly change: string;
    /** A unified diff. */
    readonly diff: string;
  }[];
  /** How many past sessions can be imported. */
  readonly sessions: number;
}

export type SetupResult = Pick<SetupPlan, "agents">;

export interface DoctorReport {
  readonly findings: readonly FindingRow[];
}
