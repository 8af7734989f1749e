import type { Server } from "@modelcontextprotocol/server";
import { inTenant } from "../../engine/tenant-scope.js";
import type { Handling } from "./handling.js";

/** The protocol's limit per answer. */
const maxValues = 100;

export function serveCompletions(server: Server, { catalog, open }: Handling): void {
  server.setRequestHandler("completion/complete", async ({ params: { ref, argument } }, context) => {
    const template =
      ref.type === "ref/resource" ? catalog().templates.find((one) => one.template === ref.uri) : undefined;
    const { app } = open(context);
    const completions = template ? await inTenant(app.call.tenant, () => template.complete(app)) : {};
    const all = completions[argument.name] ?? [];
    const matches = all.filter((value) => value.startsWith(argument.value));
    const values = matches.slice(0, maxValues);
    return { completion: { values, total: matches.length, hasMore: matches.length > values.length } };
  });
}
