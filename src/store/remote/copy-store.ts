import type { SqlSession } from "../../engine/sql.js";
import { field, type RecordOf, recordTable } from "../record-table.js";
import { deleteRows, upsertRow } from "../rows.js";

export type CopiedRecord = Readonly<Record<string, unknown>>;

const table = recordTable("remote_copies", {
  kind: "text",
  /** Empty for records of any project. */
  project: "text",
  copiedAt: "text",
  /** As the service's tools answer, newest first. */
  records: field<readonly CopiedRecord[]>("json"),
});

/** Records of a team service as they were at a time. */
export type RemoteCopy = RecordOf<typeof table>;

export type CopyStore = ReturnType<typeof openCopyStore>;

/** `service` stands for an address and a token: another person's or tenant's token never finds the copy. */
export const openCopyStore = (sql: SqlSession) => ({
  /** Replaces the copy of a kind and project; deletes those of other services, and the oldest beyond `maxCopies`. */
  async put(tenant: string, service: string, copy: RemoteCopy, maxCopies: number): Promise<void> {
    const { kind, project } = copy;
    await upsertRow(sql, "remote_copies", { tenant, service, kind, project }, table.row(copy));
    await deleteRows(sql, "remote_copies", { tenant, "service <>": service });
    await sql.run(
      `DELETE FROM remote_copies WHERE tenant = ? AND copied_at < (
         SELECT min(newest.copied_at) FROM (
           SELECT copied_at FROM remote_copies WHERE tenant = ? ORDER BY copied_at DESC LIMIT ?) newest)`,
      [tenant, tenant, maxCopies],
    );
  },

  get: (tenant: string, service: string, kind: string, project: string) =>
    table.find(sql, { tenant, service, kind, project }),

  async copiedAt(tenant: string, service: string, kind: string, project: string): Promise<string | undefined> {
    const text = "SELECT copied_at FROM remote_copies WHERE tenant = ? AND service = ? AND kind = ? AND project = ?";
    return (await sql.all<{ copied_at: string }>(text, [tenant, service, kind, project]))[0]?.copied_at;
  },

  list: (tenant: string, service: string) => table.select(sql, { tenant, service }, "ORDER BY kind, project"),

  /** Deletes every copy, of any service. */
  async clear(tenant: string): Promise<void> {
    await deleteRows(sql, "remote_copies", { tenant });
  },
});
