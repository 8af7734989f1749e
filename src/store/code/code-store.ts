import type { Sql, SqlSession } from "../../engine/sql.js";
import { field, type RecordOf, recordTable } from "../record-table.js";
import { deleteRows, selectColumn, selectOne, upsertRow } from "../rows.js";
import type { SearchDocument } from "../search/search-document.js";
import type { DocumentIndex } from "../search/search-index.js";
import { condition, escapeLike, type Where } from "../sql-text.js";

const repositoryTable = recordTable("code_repositories", {
  id: "text",
  path: "text",
  options: field<Readonly<Record<string, unknown>>>("json"),
  files: "number",
  chunks: "number",
  indexedAt: "text",
});

/** A repository whose code can be searched. */
export type CodeRepository = RecordOf<typeof repositoryTable>;

/** Where a chunk is in its file. */
export interface ChunkLocation {
  readonly key: string;
  readonly start: number;
  readonly end: number;
  readonly kind: string;
  readonly symbol: string;
}

export interface FileSymbol {
  readonly name: string;
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly signature: string;
  readonly parent: string;
}

const fileTable = recordTable("code_files", {
  path: "text",
  /** Changes when the file is written; files with equal stamps are not read again. */
  stamp: "text",
  /** Of the content. */
  digest: "text",
  language: "text",
  bytes: "number",
  content: field<{ readonly chunks: readonly ChunkLocation[]; readonly symbols: readonly FileSymbol[] }>("json"),
});

type FileRecord = RecordOf<typeof fileTable>;

export type CodeFile = Omit<FileRecord, "content"> & FileRecord["content"];

export interface IndexedFile extends CodeFile {
  readonly documents: readonly SearchDocument[];
}

/** Metadata of a file, without its content. */
export type FileStamp = Pick<CodeFile, "path" | "stamp" | "digest">;

/** Indexed code by tenant and repository. Files and their search documents change in one transaction. */
export type CodeStore = ReturnType<typeof openCodeStore>;

export const codeKind = "code";
export const sourceOf = (repository: string, path: string): string => `${repository}/${path}`;
/** Its own source: a file's history changes with commits, its other documents with its content. */
export const historySource = (repository: string, path: string): string => `${repository}/${path}#history`;

export function openCodeStore(sql: Sql, documents: DocumentIndex) {
  const putFile = async (session: SqlSession, tenant: string, repository: string, file: IndexedFile) => {
    const { chunks, symbols, documents: theirs, ...others } = file;
    const row = { ...fileTable.row({ ...others, content: { chunks, symbols } }), chunk_count: chunks.length };
    await upsertRow(session, "code_files", { tenant, repository, path: file.path }, row);
    await documents
      .within(session)
      .replace(tenant, { kind: codeKind, source: sourceOf(repository, file.path) }, theirs);
  };
  const readFiles = async (where: Where, rest = "", ...params: readonly number[]): Promise<CodeFile[]> =>
    (await fileTable.select(sql, where, rest, ...params)).map(({ content, ...file }) => ({ ...file, ...content }));

  return {
    repository: (tenant: string, owner: string, id: string) => repositoryTable.find(sql, { tenant, owner, id }),

    repositories: (tenant: string, owner: string): Promise<CodeRepository[]> =>
      repositoryTable.select(sql, { tenant, owner }, "ORDER BY path"),

    /** Whose indexes include a path, or any repository. */
    ownersOf(tenant: string, path?: string): Promise<string[]> {
      const { text, params } = condition({ tenant, path });
      return selectColumn(sql, `SELECT DISTINCT owner FROM code_repositories WHERE ${text} ORDER BY owner`, params);
    },

    putRepository: (tenant: string, owner: string, repository: CodeRepository): Promise<void> =>
      upsertRow(sql, "code_repositories", { tenant, owner, id: repository.id }, repositoryTable.row(repository)),

    fileStamps: (tenant: string, repository: string): Promise<FileStamp[]> =>
      sql.all<FileStamp>("SELECT path, stamp, digest FROM code_files WHERE tenant = ? AND repository = ?", [
        tenant,
        repository,
      ]),

    /** The paths of all files, or of those whose path contains one of the texts. */
    paths(tenant: string, repository: string, parts: readonly string[] = []): Promise<string[]> {
      const anyPart = parts.map(() => "path LIKE ? ESCAPE '~'").join(" OR ");
      const text = `SELECT path FROM code_files WHERE tenant = ? AND repository = ? ${anyPart && `AND (${anyPart})`}`;
      return selectColumn(sql, text, [tenant, repository, ...parts.map((part) => `%${escapeLike(part)}%`)]);
    },

    putFiles: (tenant: string, repository: string, files: readonly IndexedFile[]): Promise<void> =>
      sql.transaction(async (session) => {
        for (const file of files) await putFile(session, tenant, repository, file);
      }),

    /** Replaces the history documents of their files. */
    putHistory: (tenant: string, histories: readonly SearchDocument[]): Promise<void> =>
      sql.transaction(async (session) => {
        await documents.within(session).put(tenant, histories);
      }),

    /** Updates the stamp of a file whose content is unchanged. */
    restamp: (tenant: string, repository: string, stamps: readonly FileStamp[]): Promise<void> =>
      sql.transaction(async (session) => {
        for (const { stamp, path } of stamps) await fileTable.update(session, { tenant, repository, path }, { stamp });
      }),

    removeFiles: (tenant: string, repository: string, paths: readonly string[]): Promise<void> =>
      sql.transaction(async (session) => {
        for (const path of paths) {
          for (const source of [sourceOf(repository, path), historySource(repository, path)])
            await documents.within(session).replace(tenant, { kind: codeKind, source }, []);
          await deleteRows(session, "code_files", { tenant, repository, path });
        }
      }),

    files: (tenant: string, repository: string, paths: readonly string[]): Promise<CodeFile[]> =>
      readFiles({ tenant, repository, path: paths }),

    /** Files at or below a path, in order. */
    filesBelow(tenant: string, repository: string, path: string, limit: number): Promise<CodeFile[]> {
      const isBelow = "(path = ? OR path LIKE ? ESCAPE '~')";
      const pattern = path === "" ? "%" : `${escapeLike(path)}/%`;
      return readFiles({ tenant, repository, [isBelow]: [path, pattern] }, "ORDER BY path LIMIT ?", limit);
    },

    totals: (tenant: string, repository: string) =>
      selectOne<{ files: number; chunks: number; bytes: number }>(
        sql,
        `SELECT count(*) AS files, coalesce(sum(chunk_count), 0) AS chunks, coalesce(sum(bytes), 0) AS bytes
         FROM code_files WHERE tenant = ? AND repository = ?`,
        [tenant, repository],
      ),
  };
}
