import { isObject, parseJson } from "../../../base/json.js";
import type { Runtime } from "../../../base/runtime.js";
import type { Files } from "../../../engine/files.js";
import type { Sql } from "../../../engine/sql.js";
import { readState, writeState } from "../../../store/search/search-state.js";
import type { CleanedColumn, CleanPosition } from "./clean-database.js";

/** How far what was stored has been gone through with the current rules. */
export interface CleaningState {
  /** Of the rules that were applied. */
  readonly rules: string;
  readonly startedAt: string;
  /** Absent while rows are left. */
  readonly finishedAt?: string;
  readonly position?: CleanPosition | undefined;
  /** What was redacted so far; never a value. */
  readonly columns: readonly CleanedColumn[];
  readonly failedRows: number;
  readonly files: readonly string[];
  /** Files that another process was writing to. */
  readonly busyFiles: readonly string[];
}

export const newCleaning = (rules: string, { now }: Pick<Runtime, "now">): CleaningState => ({
  ...{ rules, startedAt: now().toISOString(), columns: [], failedRows: 0, files: [], busyFiles: [] },
});

export interface CleaningStore {
  read(): Promise<CleaningState | undefined>;
  write(state: CleaningState): Promise<void>;
}

/** In the home beside the database file; on a database server in the tenant's rows, for all processes that use them. */
export const openCleaningStore = (sql: Sql, files: Files, path: string): CleaningStore =>
  sql.dialect.isKeyedByTenant
    ? {
        read: async () => parseState(await readState(sql, stateName)),
        write: (state) => sql.transaction((session) => writeState(session, stateName, JSON.stringify(state))),
      }
    : {
        read: async () => parseState(await files.read(path)),
        write: (state) => files.write(path, `${JSON.stringify(state, null, 2)}\n`, { private: true }),
      };

const stateName = "secrets.cleaning";

function parseState(text: string | undefined): CleaningState | undefined {
  const state = parseJson(text ?? "");
  return isObject(state) && typeof state.rules === "string" ? (state as unknown as CleaningState) : undefined;
}

/** The counts of both, by column. */
export function addColumns(a: readonly CleanedColumn[], b: readonly CleanedColumn[]): CleanedColumn[] {
  const counts = new Map(a.map(({ column, values }) => [column, values]));
  for (const { column, values } of b) counts.set(column, (counts.get(column) ?? 0) + values);
  return [...counts].map(([column, values]) => ({ column, values }));
}
