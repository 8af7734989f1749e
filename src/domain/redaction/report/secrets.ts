import type { Home } from "../../../base/home.js";
import type { Runtime } from "../../../base/runtime.js";
import { sha256 } from "../../../base/sha256.js";
import type { FileTree } from "../../../engine/file-tree.js";
import type { Files } from "../../../engine/files.js";
import type { OpenGitRepository } from "../../../engine/git-repository.js";
import type { Sql } from "../../../engine/sql.js";
import { holdsRecords } from "../../../store/all-rows.js";
import type { Redactor } from "../redact.js";
import {
  addColumns,
  type CleanedDatabase,
  type CleanedFiles,
  type CleaningState,
  cleanDatabase,
  cleanFiles,
  newCleaning,
  openCleaningStore,
} from "./clean-stored.js";
import { type ScanReport, type SecretLocation, scanDatabase, scanFiles, scanHistory } from "./scan-secrets.js";
import { sourceDigest } from "./source-digest.js";

/** What a person asks about secrets. */
export interface Secrets {
  scanFiles(path: string): Promise<ScanReport>;
  scanHistory(folder: string): Promise<SecretLocation[]>;
  scanDatabase(): Promise<SecretLocation[]>;
  /** Redacts what was stored before a rule existed. */
  clean(options: { readonly dryRun: boolean }): Promise<CleanReport>;
  /** The same in slices, resumed where the last one ended; undefined once nothing is left for these rules. */
  cleanNext(isEnough: () => boolean): Promise<CleaningState | undefined>;
  /** Records that the rules were applied to everything that is stored. */
  finishCleaning(): Promise<void>;
  cleaningStatus(): Promise<CleaningStatus>;
  /** Removes what replaced rows left in the database file. */
  eraseDeleted(): Promise<boolean>;
  test(text: string): { readonly text: string; readonly rules: readonly string[] };
}

export type CleanReport = CleanedDatabase & CleanedFiles;

export interface CleaningStatus {
  /** Version of the rules in use. */
  readonly rules: string;
  /** Whether they were applied to everything that is stored. */
  readonly isCurrent: boolean;
  /** Whether nothing was stored that older rules could have let through. */
  readonly isEmpty: boolean;
  readonly last?: CleaningState;
}

interface Deps {
  readonly tree: FileTree;
  readonly openRepository: OpenGitRepository;
  readonly sql: Sql;
  readonly redactor: Redactor;
  /** Version of the redactor's rules. */
  rules(): string;
  readonly files: Files;
  readonly home: Home;
  readonly runtime: Pick<Runtime, "now">;
}

export function createSecrets(deps: Deps): Secrets {
  const { tree, openRepository, sql, redactor, files, home, runtime } = deps;
  const states = openCleaningStore(sql, files, home.cleaning);
  const finished = (state: CleaningState): CleaningState => ({ ...state, finishedAt: runtime.now().toISOString() });

  /** The state for the current rules: of an earlier slice, or a new one. */
  const currentState = async (): Promise<CleaningState> => {
    const last = await states.read();
    return last?.rules === deps.rules() ? last : newCleaning(deps.rules(), runtime);
  };

  return {
    scanFiles: (path) => scanFiles(tree, path, redactor, sha256),
    scanHistory: (folder) => scanHistory(openRepository, folder, redactor, sha256),
    scanDatabase: () => scanDatabase(sql, redactor, sha256),

    async clean({ dryRun }) {
      const database = await cleanDatabase(sql, redactor, { dryRun });
      const cleaned = await cleanFiles({ files, home, runtime }, redactor, dryRun);
      const { backups: _, ...paths } = cleaned;
      const { columns, failedRows } = database;
      if (!dryRun)
        await states.write(finished({ ...newCleaning(deps.rules(), runtime), columns, failedRows, ...paths }));
      return { ...database, ...cleaned };
    },

    async cleanNext(isEnough) {
      const state = await currentState();
      if (isDone(state)) return undefined;
      const database = state.finishedAt
        ? undefined
        : await cleanDatabase(sql, redactor, { dryRun: false, from: state.position, isEnough });
      const position = database?.position;
      const cleaned = position ? undefined : await cleanFiles({ files, home, runtime }, redactor, false);
      const next: CleaningState = {
        ...state,
        position,
        columns: addColumns(state.columns, database?.columns ?? []),
        failedRows: state.failedRows + (database?.failedRows ?? 0),
        files: [...new Set([...state.files, ...(cleaned?.files ?? [])])],
        busyFiles: cleaned?.busyFiles ?? state.busyFiles,
      };
      await states.write(next);
      return next;
    },

    async finishCleaning() {
      await states.write(finished(await currentState()));
    },

    async cleaningStatus() {
      const last = await states.read();
      const rules = deps.rules();
      const isCurrent = last !== undefined && last.rules === rules && isDone(last);
      const isEmpty = last === undefined && !(await holdsRecords(sql).catch(() => true));
      return { rules, isCurrent, isEmpty, ...(last ? { last } : {}) };
    },

    eraseDeleted: () => sql.eraseDeleted(),
    test(text) {
      const { text: redacted, findings } = redactor.redact(text);
      return { text: redacted, rules: [...new Set(findings.map(({ rule }) => rule))] };
    },
  };
}

/** Files that were just written to are cleaned by a later process. */
const isDone = ({ finishedAt, busyFiles }: CleaningState): boolean =>
  finishedAt !== undefined && busyFiles.length === 0;

/** Changes when a rule, a detector, a heuristic or a prefix of the settings does: then what is stored is checked again. */
export function rulesVersion(prefixes: readonly string[]): string {
  return sha256(JSON.stringify([sourceDigest, prefixes])).slice(0, 16);
}
