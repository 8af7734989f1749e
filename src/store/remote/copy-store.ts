import type { SqlRow, SqlSession } from "../../engine/sql.js";

export type CopiedRecord = Readonly<Record<string, unknown>>;

/** Records of a team service as they were at a time. */
export interface RemoteCopy {
  readonly kind: string;
  /** Empty for records of any project. */
  readonly project: string;
  readonly copiedAt: string;
  /** As the service's tools answer, newest first. */
  readonly records: readonly CopiedRecord[];
}

/** `service` stands for an address and a token: another person's or tenant's token never finds the copy. */
export interface CopyStore {
  /** Replaces the copy of a kind and project; deletes those of other services, and the oldest beyond `maxCopies`. */
  put(tenant: string, service: string, copy: RemoteCopy, maxCopies: number): Promise<void>;
  get(tenant: string, service: string, kind: string, project: string): Promise<RemoteCopy | undefined>;
  copiedAt(tenant: string, service: string, kind: string, project: string): Promise<string | undefined>;
  list(tenant: string, service: string): Promise<RemoteCopy[]>;
  /** Deletes every copy, of any service. */
  clear(tenant: string): Promise<void>;
}

export function openCopyStore(sql: SqlSession): CopyStore {
  const find = "FROM remote_copies WHERE tenant = ? AND service = ? AND kind = ? AND project = ?";
  return {
    async put(tenant, service, { kind, project, copiedAt, records }, maxCopies) {
      await sql.run(
        `INSERT INTO remote_copies (tenant, service, kind, project, copied_at, records) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (tenant, service, kind, project) DO UPDATE SET copied_at = excluded.copied_at, records = excluded.records`,
        [tenant, service, kind, project, copiedAt, JSON.stringify(records)],
      );
      await sql.run("DELETE FROM remote_copies WHERE tenant = ? AND service <> ?", [tenant, service]);
      await sql.run(
        `DELETE FROM remote_copies WHERE tenant = ? AND copied_at < (
           SELECT min(newest.copied_at) FROM (
             SELECT copied_at FROM remote_copies WHERE tenant = ? ORDER BY copied_at DESC LIMIT ?) newest)`,
        [tenant, tenant, maxCopies],
      );
    },

    async get(...key) {
      const [row] = await sql.all<CopyRow>(`SELECT * ${find}`, key);
      return row && toCopy(row);
    },

    async copiedAt(...key) {
      const [row] = await sql.all<Pick<CopyRow, "copied_at">>(`SELECT copied_at ${find}`, key);
      return row?.copied_at;
    },

    async list(tenant, service) {
      const text = "SELECT * FROM remote_copies WHERE tenant = ? AND service = ? ORDER BY kind, project";
      return (await sql.all<CopyRow>(text, [tenant, service])).map(toCopy);
    },

    async clear(tenant) {
      await sql.run("DELETE FROM remote_copies WHERE tenant = ?", [tenant]);
    },
  };
}

interface CopyRow extends SqlRow {
  readonly kind: string;
  readonly project: string;
  readonly copied_at: string;
  readonly records: string;
}

const toCopy = ({ kind, project, copied_at: copiedAt, records }: CopyRow): RemoteCopy => ({
  ...{ kind, project, copiedAt },
  records: JSON.parse(records) as CopiedRecord[],
});
