import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import { defineCommand } from "../define-command.js";
import { requireRemote } from "./require-remote.js";

export const remoteStatus = defineCommand({
  name: "remote status",
  summary: "Check the connection to the team service and list queued writes.",
  input: z.object({}),
  examples: ["remote status"],

  async run(_, app) {
    const remote = requireRemote(app);
    const probe = await remote.read(app.call, "memory_search", { project_id: "status", query: "", limit: 1 });
    const why = probe.kind === "answered" ? "" : probe.kind === "refused" ? probe.error.message : probe.why;
    const entries = (await remote.outbox(app.call.tenant)).map(({ id, tool, createdAt, refused, service }) => ({
      ...{ id, tool, service, created: createdAt },
      ...(refused === "" ? {} : { refused }),
    }));
    return { address: remote.address, state: probe.kind, why, waiting: entries };
  },

  toText({ address, state, why, waiting }, paint) {
    const head =
      state === "answered"
        ? `${address} is reachable.`
        : state === "refused"
          ? `${address} refused the request: ${why}`
          : `${address} is unreachable: ${why}`;
    const lines = waiting.map(
      ({ id, tool, created, refused }) =>
        `  ${id} ${tool} ${created}${refused ? paint.red(` refused: ${refused}`) : ""}`,
    );
    return [
      head,
      waiting.length === 0 ? "No writes are queued." : `${formatCount(waiting.length, "write")} queued:`,
      ...lines,
    ].join("\n");
  },

  isFailure: ({ state }) => state !== "answered",
});
