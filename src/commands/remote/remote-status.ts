import * as z from "zod";
import { defineCommand } from "../define-command.js";
import { theRemote } from "./the-remote.js";

export const remoteStatus = defineCommand({
  name: "remote status",
  summary: "Show whether the team's service answers, and what waits for it.",
  input: z.object({}),
  examples: ["remote status"],

  async run(_, app) {
    const remote = theRemote(app);
    const probe = await remote.read(app.call, "memory_search", { project_id: "status", query: "", limit: 1 });
    const why = probe.kind === "answered" ? "" : probe.kind === "refused" ? probe.error.message : probe.why;
    const entries = (await remote.outbox(app.call.tenant)).map(({ id, tool, createdAt, refused, service }) => ({
      ...{ id, tool, service, created: createdAt },
      ...(refused === "" ? {} : { refused }),
    }));
    return { address: remote.address, state: probe.kind, why, waiting: entries };
  },

  toText({ address, state, why, waiting }, paint) {
    const head = state === "answered" ? `${address} answers.` : `${address} is ${state}: ${why}`;
    const lines = waiting.map(
      ({ id, tool, created, refused }) =>
        `  ${id} ${tool} ${created}${refused ? paint.red(` refused: ${refused}`) : ""}`,
    );
    return [head, waiting.length === 0 ? "Nothing waits for it." : `${waiting.length} writes wait:`, ...lines].join(
      "\n",
    );
  },

  isFailure: ({ state }) => state !== "answered",
});
