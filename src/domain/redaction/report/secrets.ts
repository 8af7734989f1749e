import { sha256 } from "../../../base/sha256.js";
import type { FileTree } from "../../../engine/file-tree.js";
import type { OpenGitRepository } from "../../../engine/git-repository.js";
import type { Sql } from "../../../engine/sql.js";
import type { Redactor } from "../redact.js";
import { type ScanReport, type SecretLocation, scanDatabase, scanFiles, scanHistory } from "./scan-secrets.js";

/** What a person asks about secrets. */
export interface Secrets {
  scanFiles(path: string): Promise<ScanReport>;
  scanHistory(folder: string): Promise<SecretLocation[]>;
  scanDatabase(): Promise<SecretLocation[]>;
  test(text: string): { readonly text: string; readonly rules: readonly string[] };
}

interface Deps {
  readonly tree: FileTree;
  readonly openRepository: OpenGitRepository;
  readonly sql: Sql;
  readonly redactor: Redactor;
}

export function createSecrets({ tree, openRepository, sql, redactor }: Deps): Secrets {
  return {
    scanFiles: (path) => scanFiles(tree, path, redactor, sha256),
    scanHistory: (folder) => scanHistory(openRepository, folder, redactor, sha256),
    scanDatabase: () => scanDatabase(sql, redactor, sha256),
    test(text) {
      const { text: redacted, findings } = redactor.redact(text);
      return { text: redacted, rules: [...new Set(findings.map(({ rule }) => rule))] };
    },
  };
}
