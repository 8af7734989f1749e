import type { Server } from "@modelcontextprotocol/server";

/** Tells a client that a resource changed: under the older protocol only what it subscribed to, under the current one the SDK filters. */
export function createChangeNotices(server: Server, era: "legacy" | "modern"): (uris: readonly string[]) => void {
  const subscribed = new Set<string>();
  server.setRequestHandler("resources/subscribe", async ({ params }) => {
    subscribed.add(params.uri);
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", async ({ params }) => {
    subscribed.delete(params.uri);
    return {};
  });
  return (uris) => {
    for (const uri of uris) {
      if (era === "modern" || subscribed.has(uri)) server.sendResourceUpdated({ uri }).catch(() => {});
    }
  };
}
