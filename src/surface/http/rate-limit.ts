import type { Runtime } from "../../base/runtime.js";

const maxClients = 10_000;

/** A bucket per client that refills evenly: true when one more request fits. */
export function createRateLimit(perMinute: number, runtime: Pick<Runtime, "now">): (client: string) => boolean {
  const buckets = new Map<string, { left: number; atMs: number }>();
  return (client) => {
    const nowMs = runtime.now().getTime();
    const known = buckets.get(client);
    const refilled = known ? known.left + ((nowMs - known.atMs) / 60_000) * perMinute : perMinute;
    const left = Math.min(perMinute, refilled) - 1;
    // Moved to the end on every look, so that the clients unheard of for longest are forgotten first.
    buckets.delete(client);
    buckets.set(client, { left: Math.max(left, -1), atMs: nowMs });
    if (buckets.size > maxClients) buckets.delete(buckets.keys().next().value ?? "");
    return left >= 0;
  };
}
