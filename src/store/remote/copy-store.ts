import type { SqlSession } from "../../engine/sql.js";
import { recordTable } from "../record-table.js";
import { insertInto } from "../sql-text.js";

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
    async put(tenant, service, copy, maxCopies) {
      await sql.run(
        `${insertInto("remote_copies", ["tenant", "service", ...table.columns])}
         ON CONFLICT (tenant, service, kind, project) DO UPDATE SET copied_at = excluded.copied_at, records = excluded.records`,
        [tenant, service, ...table.values(copy)],
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
      const [row] = await sql.all(`SELECT * ${find}`, key);
      return row && table.read(row);
    },

    async copiedAt(...key) {
      const [row] = await sql.all<{ copied_at: string }>(`SELECT copied_at ${find}`, key);
      return row?.copied_at;
    },

    async list(tenant, service) {
      const text = "SELECT * FROM remote_copies WHERE tenant = ? AND service = ? ORDER BY kind, project";
      return (await sql.all(text, [tenant, service])).map(table.read);
    },

    async clear(tenant) {
      await sql.run("DELETE FROM remote_copies WHERE tenant = ?", [tenant]);
    },
  };
}

const table = recordTable<RemoteCopy>({ kind: "text", project: "text", copiedAt: "text", records: "json" });
