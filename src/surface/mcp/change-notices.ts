import type { Server } from "@modelcontextprotocol/server";

/** Notifies a client of changed resources: only subscribed ones under the older protocol; under the current one the SDK filters. */
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
