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
    const probe = await remote.read(app.call, "memory_search", { project_id: "status", query: "status", limit: 1 });
    const why = probe.kind === "answered" ? "" : probe.kind === "refused" ? probe.error.message : probe.why;
    const entries = (await remote.outbox(app.call.tenant)).map(({ id, tool, createdAt, refused, service }) => ({
      ...{ id, tool, service, created: createdAt },
      ...(refused === "" ? {} : { refused }),
    }));
    const copies = (await remote.copies.list(app.call.tenant)).map(({ kind, project, copiedAt, records }) => ({
      ...{ kind, project, records: records.length, copied: copiedAt },
    }));
    return { address: remote.address, state: probe.kind, why, waiting: entries, copies };
  },

  toText({ address, state, why, waiting, copies }, paint) {
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
      ...(copies.length === 0 ? [] : ["Copied for the time when it is unreachable:"]),
      ...copies.map(
        ({ kind, project, records, copied }) =>
          `  ${records} ${kind}${project && ` of ${project}`} ${paint.dim(copied)}`,
      ),
    ].join("\n");
  },

  isFailure: ({ state }) => state !== "answered",
});
