import type { SqlSession } from "../../engine/sql.js";
import { deleteRows, insertNew, updateRows } from "../rows.js";

/** Answers to requests with an idempotency key, so that a retry does not run twice. */
export type IdempotencyStore = ReturnType<typeof openIdempotencyStore>;

export const openIdempotencyStore = (sql: SqlSession) => ({
  /** True when the key is new and now belongs to this request. Waits for a concurrent request with the same key. */
  begin: (tenant: string, key: string, fingerprint: string, at: string): Promise<boolean> =>
    insertNew(sql, "answered_requests", { tenant, request_key: key, fingerprint, answer: "", at }),

  async find(tenant: string, key: string): Promise<{ fingerprint: string; answer: string } | undefined> {
    const text = "SELECT fingerprint, answer FROM answered_requests WHERE tenant = ? AND request_key = ?";
    return (await sql.all<{ fingerprint: string; answer: string }>(text, [tenant, key]))[0];
  },

  finish: (tenant: string, key: string, answer: string) =>
    updateRows(sql, "answered_requests", { tenant, request_key: key }, { answer }),

  forgetBefore: (tenant: string, at: string): Promise<number> =>
    deleteRows(sql, "answered_requests", { tenant, "at <": at }),
});
