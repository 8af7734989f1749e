import type { Home } from "../../../base/home.js";
import type { Runtime } from "../../../base/runtime.js";
import { sha256 } from "../../../base/sha256.js";
import type { FileTree } from "../../../engine/file-tree.js";
import type { Files } from "../../../engine/files.js";
import type { OpenGitRepository } from "../../../engine/git-repository.js";
import type { Sql } from "../../../engine/sql.js";
import type { Redactor } from "../redact.js";
import { type CleanedDatabase, cleanDatabase } from "./clean-database.js";
import { type CleanedFiles, cleanFiles } from "./clean-files.js";
import { type ScanReport, type SecretLocation, scanDatabase, scanFiles, scanHistory } from "./scan-secrets.js";

/** What a person asks about secrets. */
export interface Secrets {
  scanFiles(path: string): Promise<ScanReport>;
  scanHistory(folder: string): Promise<SecretLocation[]>;
  scanDatabase(): Promise<SecretLocation[]>;
  /** Redacts what was stored before a rule existed. */
  clean(options: { readonly dryRun: boolean }): Promise<CleanReport>;
  /** Removes what replaced rows left in the database file. */
  eraseDeleted(): Promise<boolean>;
  test(text: string): { readonly text: string; readonly rules: readonly string[] };
}

export type CleanReport = CleanedDatabase & CleanedFiles;

interface Deps {
  readonly tree: FileTree;
  readonly openRepository: OpenGitRepository;
  readonly sql: Sql;
  readonly redactor: Redactor;
  readonly files: Files;
  readonly home: Home;
  readonly runtime: Pick<Runtime, "now">;
}

export function createSecrets({ tree, openRepository, sql, redactor, files, home, runtime }: Deps): Secrets {
  return {
    scanFiles: (path) => scanFiles(tree, path, redactor, sha256),
    scanHistory: (folder) => scanHistory(openRepository, folder, redactor, sha256),
    scanDatabase: () => scanDatabase(sql, redactor, sha256),
    async clean({ dryRun }) {
      const database = await cleanDatabase(sql, redactor, dryRun);
      return { ...database, ...(await cleanFiles({ files, home, runtime }, redactor, dryRun)) };
    },
    eraseDeleted: () => sql.eraseDeleted(),
    test(text) {
      const { text: redacted, findings } = redactor.redact(text);
      return { text: redacted, rules: [...new Set(findings.map(({ rule }) => rule))] };
    },
  };
}
