import type { Sql, SqlRow, SqlSession } from "../../engine/sql.js";
import { recordTable } from "../record-table.js";
import type { SearchDocument } from "../search/search-document.js";
import type { SearchIndex } from "../search/search-index.js";
import { allOf, escapeLike, insertInto, sqlPlaceholders } from "../sql-text.js";

/** A repository whose code can be searched. */
export interface CodeRepository {
  readonly id: string;
  readonly path: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly files: number;
  readonly chunks: number;
  readonly indexedAt: string;
}

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

export interface CodeFile {
  readonly path: string;
  /** Changes when the file is written; files with equal stamps are not read again. */
  readonly stamp: string;
  /** Of the content. */
  readonly digest: string;
  readonly language: string;
  readonly bytes: number;
  readonly chunks: readonly ChunkLocation[];
  readonly symbols: readonly FileSymbol[];
}

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

export function openCodeStore(sql: Sql, documents: Pick<SearchIndex, "within">) {
  const putFile = async (session: SqlSession, tenant: string, repository: string, file: IndexedFile) => {
    const { path, stamp, digest, language, bytes, chunks, symbols } = file;
    const content = JSON.stringify({ chunks, symbols });
    await session.run(
      `INSERT INTO code_files (tenant, repository, path, stamp, digest, language, bytes, chunk_count, content)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (tenant, repository, path) DO UPDATE SET stamp = excluded.stamp, digest = excluded.digest,
         language = excluded.language, bytes = excluded.bytes, chunk_count = excluded.chunk_count, content = excluded.content`,
      [tenant, repository, path, stamp, digest, language, bytes, chunks.length, content],
    );
    const source = { kind: codeKind, source: sourceOf(repository, path) };
    await documents.within(session).replace(tenant, source, file.documents);
  };

  return {
    async repository(tenant: string, owner: string, id: string): Promise<CodeRepository | undefined> {
      const text = "SELECT * FROM code_repositories WHERE tenant = ? AND owner = ? AND id = ?";
      const [row] = await sql.all(text, [tenant, owner, id]);
      return row && repositories.read(row);
    },

    async repositories(tenant: string, owner: string): Promise<CodeRepository[]> {
      const text = "SELECT * FROM code_repositories WHERE tenant = ? AND owner = ? ORDER BY path";
      return (await sql.all(text, [tenant, owner])).map(repositories.read);
    },

    /** Whose indexes include a path, or any repository. */
    async ownersOf(tenant: string, path?: string): Promise<string[]> {
      const { text, params } = allOf(["tenant = ?", tenant], ["path = ?", path]);
      const rows = await sql.all<{ owner: string }>(
        `SELECT DISTINCT owner FROM code_repositories WHERE ${text} ORDER BY owner`,
        params,
      );
      return rows.map(({ owner }) => owner);
    },

    async putRepository(tenant: string, owner: string, repository: CodeRepository): Promise<void> {
      await sql.run(
        `${insertInto("code_repositories", ["tenant", "owner", ...repositories.columns])}
         ON CONFLICT (tenant, owner, id) DO UPDATE SET path = excluded.path, options = excluded.options,
           files = excluded.files, chunks = excluded.chunks, indexed_at = excluded.indexed_at`,
        [tenant, owner, ...repositories.values(repository)],
      );
    },

    fileStamps: (tenant: string, repository: string): Promise<FileStamp[]> =>
      sql.all<{ path: string; stamp: string; digest: string }>(
        "SELECT path, stamp, digest FROM code_files WHERE tenant = ? AND repository = ?",
        [tenant, repository],
      ),

    /** The paths of all files, or of those whose path contains one of the texts. */
    async paths(tenant: string, repository: string, parts: readonly string[] = []): Promise<string[]> {
      const anyPart = parts.map(() => "path LIKE ? ESCAPE '~'").join(" OR ");
      const rows = await sql.all<{ path: string }>(
        `SELECT path FROM code_files WHERE tenant = ? AND repository = ? ${anyPart && `AND (${anyPart})`}`,
        [tenant, repository, ...parts.map((part) => `%${escapeLike(part)}%`)],
      );
      return rows.map(({ path }) => path);
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
        const text = "UPDATE code_files SET stamp = ? WHERE tenant = ? AND repository = ? AND path = ?";
        for (const { stamp, path } of stamps) await session.run(text, [stamp, tenant, repository, path]);
      }),

    removeFiles: (tenant: string, repository: string, paths: readonly string[]): Promise<void> =>
      sql.transaction(async (session) => {
        for (const path of paths) {
          for (const source of [sourceOf(repository, path), historySource(repository, path)])
            await documents.within(session).replace(tenant, { kind: codeKind, source }, []);
          const text = "DELETE FROM code_files WHERE tenant = ? AND repository = ? AND path = ?";
          await session.run(text, [tenant, repository, path]);
        }
      }),

    async files(tenant: string, repository: string, paths: readonly string[]): Promise<CodeFile[]> {
      if (paths.length === 0) return [];
      const text = `SELECT * FROM code_files WHERE tenant = ? AND repository = ? AND path IN (${sqlPlaceholders(paths)})`;
      return (await sql.all<FileRow>(text, [tenant, repository, ...paths])).map(toFile);
    },

    /** Files at or below a path, in order. */
    async filesBelow(tenant: string, repository: string, path: string, limit: number): Promise<CodeFile[]> {
      const pattern = path === "" ? "%" : `${escapeLike(path)}/%`;
      const rows = await sql.all<FileRow>(
        `SELECT * FROM code_files WHERE tenant = ? AND repository = ? AND (path = ? OR path LIKE ? ESCAPE '~')
         ORDER BY path LIMIT ?`,
        [tenant, repository, path, pattern, limit],
      );
      return rows.map(toFile);
    },

    async totals(tenant: string, repository: string): Promise<{ files: number; chunks: number; bytes: number }> {
      const [row] = await sql.all<{ files: number; chunks: number | null; bytes: number | null }>(
        `SELECT count(*) AS files, sum(chunk_count) AS chunks, sum(bytes) AS bytes FROM code_files
         WHERE tenant = ? AND repository = ?`,
        [tenant, repository],
      );
      return { files: Number(row?.files ?? 0), chunks: Number(row?.chunks ?? 0), bytes: Number(row?.bytes ?? 0) };
    },
  };
}

const repositories = recordTable<CodeRepository>({
  id: "text",
  path: "text",
  options: "json",
  files: "number",
  chunks: "number",
  indexedAt: "text",
});

interface FileRow extends SqlRow {
  readonly path: string;
  readonly stamp: string;
  readonly digest: string;
  readonly language: string;
  readonly bytes: number;
  readonly content: string;
}

const toFile = (row: FileRow): CodeFile => ({
  path: row.path,
  stamp: row.stamp,
  digest: row.digest,
  language: row.language,
  bytes: Number(row.bytes),
  ...(JSON.parse(row.content) as Pick<CodeFile, "chunks" | "symbols">),
});
