import type { Runtime } from "../../base/runtime.js";

const maxClients = 10_000;

/** A token bucket per client; true when one more request is allowed. */
export function createRateLimit(perMinute: number, runtime: Pick<Runtime, "now">): (client: string) => boolean {
  const buckets = new Map<string, { left: number; atMs: number }>();
  return (client) => {
    const nowMs = runtime.now().getTime();
    const bucket = buckets.get(client);
    const refilled = bucket ? bucket.left + ((nowMs - bucket.atMs) / 60_000) * perMinute : perMinute;
    const left = Math.min(perMinute, refilled) - 1;
    // Moved to the end on every request, so that the least recently seen clients are evicted first.
    buckets.delete(client);
    buckets.set(client, { left: Math.max(left, -1), atMs: nowMs });
    if (buckets.size > maxClients) buckets.delete(buckets.keys().next().value ?? "");
    return left >= 0;
  };
}
