import type { FileTree } from "../../../engine/file-tree.js";
import type { OpenGitRepository } from "../../../engine/git-repository.js";
import type { Sql, SqlValue } from "../../../engine/sql.js";
import { columnsOf, listOwnTables, rowsOf, textIn } from "../../../store/all-rows.js";
import { storeFolder } from "../../../store/context/context-layout.js";
import type { Redactor } from "../redact.js";
import { redactStored } from "../redact-value.js";
import { secretFileRule } from "../rules/secret-files.js";

/** Where a secret is; never the secret itself. */
export interface SecretLocation {
  readonly rule: string;
  /** A file, a commit and a file, or `database: table.column`. */
  readonly where: string;
  readonly line: number;
  readonly column: number;
  /** Names the value for `secrets allow` without showing it. */
  readonly fingerprint: string;
}

export interface ScanReport {
  readonly places: readonly SecretLocation[];
  readonly filesRead: number;
  /** Files that are not text, or too large. */
  readonly filesSkipped: number;
}

const maxCommits = 10_000;
const maxBytes = 50 * 1024 * 1024;

type HashOf = (value: string) => string;

export async function scanFiles(tree: FileTree, path: string, redactor: Redactor, hashOf: HashOf): Promise<ScanReport> {
  const places: SecretLocation[] = [];
  let filesRead = 0;
  let filesSkipped = 0;
  for await (const file of tree.files(path)) {
    const rule = secretFileRule(file);
    if (rule !== undefined) places.push({ rule, where: file, line: 1, column: 1, fingerprint: hashOf(file) });
    const text = await tree.text(file, maxBytes);
    if (text === undefined) {
      filesSkipped++;
      continue;
    }
    filesRead++;
    places.push(...locationsIn(text, file, redactor, hashOf));
  }
  return { places, filesRead, filesSkipped };
}

/** Every version of every shared file that git still has: what was once committed can still be read there. */
export async function scanHistory(
  openRepository: OpenGitRepository,
  folder: string,
  redactor: Redactor,
  hashOf: HashOf,
): Promise<SecretLocation[]> {
  const repository = await openRepository(folder);
  if (!repository) return [];
  const seen = new Map<string, string>();
  for (const { commit } of await repository.log(storeFolder, maxCommits)) {
    for (const [path, { id }] of await repository.listTree(commit, storeFolder)) {
      if (!seen.has(id)) seen.set(id, `${commit}:${path}`);
    }
  }
  const texts = await repository.readBlobs([...seen.keys()]);
  return [...seen.values()].flatMap((where, i) =>
    locationsIn(texts[i]?.toString("utf8") ?? "", where, redactor, hashOf),
  );
}

/** Rows that were written before a rule existed may hold what it finds now. A row that cannot be read is a finding too. */
export async function scanDatabase(sql: Sql, redactor: Redactor, hashOf: HashOf): Promise<SecretLocation[]> {
  const places: SecretLocation[] = [];
  for (const table of await listOwnTables(sql)) {
    for await (const row of rowsOf(sql, table, (await columnsOf(sql, table)).key)) {
      for (const [column, value] of Object.entries(row)) {
        places.push(...locationsInValue(table, column, value, redactor, hashOf));
      }
    }
  }
  return places;
}

function locationsInValue(
  table: string,
  column: string,
  value: SqlValue,
  redactor: Redactor,
  hashOf: HashOf,
): SecretLocation[] {
  const where = `database: ${table}.${column}`;
  try {
    const text = textIn(table, column, value) ?? "";
    return redactStored(text, redactor) === text ? [] : locationsIn(text, where, redactor, hashOf);
  } catch {
    return [{ rule: "unreadable-row", where, line: 1, column: 1, fingerprint: hashOf(where) }];
  }
}

function locationsIn(text: string, where: string, redactor: Redactor, hashOf: HashOf): SecretLocation[] {
  return redactor.redact(text, { path: where }).findings.map(({ rule, start, end }) => {
    const before = text.slice(0, start).split("\n");
    return {
      rule,
      where,
      line: before.length,
      column: (before.at(-1)?.length ?? 0) + 1,
      fingerprint: hashOf(text.slice(start, end)),
    };
  });
}

/** The locations in the format that code hosts show next to a change (SARIF 2.1.0). */
export const toSarif = (places: readonly SecretLocation[], version: string): unknown => ({
  $schema: "https://json.schemastore.org/sarif-2.1.0.json",
  version: "2.1.0",
  runs: [
    {
      tool: {
        driver: {
          name: "throughline",
          version,
          rules: [...new Set(places.map(({ rule }) => rule))].map((id) => ({ id })),
        },
      },
      results: places.map(({ rule, where, line, column, fingerprint }) => ({
        ruleId: rule,
        level: "error",
        message: { text: `Secret detected by rule ${rule}.` },
        partialFingerprints: { secret: fingerprint },
        locations: [
          { physicalLocation: { artifactLocation: { uri: where }, region: { startLine: line, startColumn: column } } },
        ],
      })),
    },
  ],
});
