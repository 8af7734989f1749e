import type { SqlSession } from "../../engine/sql.js";

/** Answers to requests with an idempotency key, so that a retry does not run twice. */
export type IdempotencyStore = ReturnType<typeof openIdempotencyStore>;

export function openIdempotencyStore(sql: SqlSession) {
  return {
    /** True when the key is new and now belongs to this request. Waits for a concurrent request with the same key. */
    begin: async (tenant: string, key: string, fingerprint: string, at: string): Promise<boolean> =>
      (await sql.run(
        `INSERT INTO answered_requests (tenant, request_key, fingerprint, answer, at) VALUES (?, ?, ?, '', ?)
         ON CONFLICT (tenant, request_key) DO NOTHING`,
        [tenant, key, fingerprint, at],
      )) > 0,

    async find(tenant: string, key: string): Promise<{ fingerprint: string; answer: string } | undefined> {
      const text = "SELECT fingerprint, answer FROM answered_requests WHERE tenant = ? AND request_key = ?";
      const [row] = await sql.all<{ fingerprint: string; answer: string }>(text, [tenant, key]);
      return row;
    },

    async finish(tenant: string, key: string, answer: string): Promise<void> {
      const text = "UPDATE answered_requests SET answer = ? WHERE tenant = ? AND request_key = ?";
      await sql.run(text, [answer, tenant, key]);
    },

    forgetBefore: (tenant: string, at: string): Promise<number> =>
      sql.run("DELETE FROM answered_requests WHERE tenant = ? AND at < ?", [tenant, at]),
  };
}
