import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import { defineCommand } from "../define-command.js";
import { requireRemote } from "./require-remote.js";

export const remotePush = defineCommand({
  name: "remote push",
  summary: "Send queued writes to the team service now.",
  input: z.object({ refused: z.boolean().default(false).describe("Retry writes that the service refused.") }),
  examples: ["remote push", "remote push --refused"],

  async run({ refused }, app) {
    const remote = requireRemote(app);
    if (refused) await remote.retry(app.call.tenant);
    return remote.deliver(app.call.tenant);
  },

  toText: ({ sent, refused, waiting }) =>
    `${formatCount(sent, "write")} sent, ${refused} refused, ${waiting} still queued.`,
  isFailure: ({ refused, waiting }) => refused + waiting > 0,
});
