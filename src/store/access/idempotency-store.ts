import type { SqlSession } from "../../engine/sql.js";

/** Answers to requests with an idempotency key, so that a retry does not run twice. */
export interface IdempotencyStore {
  /** True when the key is new and now belongs to this request. Waits for a concurrent request with the same key. */
  begin(tenant: string, key: string, fingerprint: string, at: string): Promise<boolean>;
  find(tenant: string, key: string): Promise<{ fingerprint: string; answer: string } | undefined>;
  finish(tenant: string, key: string, answer: string): Promise<void>;
  forgetBefore(tenant: string, at: string): Promise<number>;
}

export function openIdempotencyStore(sql: SqlSession): IdempotencyStore {
  return {
    begin: async (tenant, key, fingerprint, at) =>
      (await sql.run(
        `INSERT INTO answered_requests (tenant, request_key, fingerprint, answer, at) VALUES (?, ?, ?, '', ?)
         ON CONFLICT (tenant, request_key) DO NOTHING`,
        [tenant, key, fingerprint, at],
      )) > 0,

    async find(tenant, key) {
      const text = "SELECT fingerprint, answer FROM answered_requests WHERE tenant = ? AND request_key = ?";
      const [row] = await sql.all<{ fingerprint: string; answer: string }>(text, [tenant, key]);
      return row;
    },

    async finish(tenant, key, answer) {
      const text = "UPDATE answered_requests SET answer = ? WHERE tenant = ? AND request_key = ?";
      await sql.run(text, [answer, tenant, key]);
    },

    forgetBefore: (tenant, at) => sql.run("DELETE FROM answered_requests WHERE tenant = ? AND at < ?", [tenant, at]),
  };
}
