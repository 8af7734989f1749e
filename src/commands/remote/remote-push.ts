import * as z from "zod";
import { defineCommand } from "../define-command.js";
import { theRemote } from "./the-remote.js";

export const remotePush = defineCommand({
  name: "remote push",
  summary: "Send what waits for the team's service now.",
  input: z.object({ refused: z.boolean().default(false).describe("Also what it refused before.") }),
  examples: ["remote push", "remote push --refused"],

  async run({ refused }, app) {
    const remote = theRemote(app);
    if (refused) await remote.retry(app.call.tenant);
    return remote.deliver(app.call.tenant);
  },

  toText: ({ sent, refused, waiting }) => `${sent} sent, ${refused} refused, ${waiting} still waiting.`,
  isFailure: ({ refused, waiting }) => refused + waiting > 0,
});
