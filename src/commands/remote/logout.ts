import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import { defineCommand } from "../define-command.js";
import { requireRemote } from "./require-remote.js";

export const logout = defineCommand({
  name: "logout",
  summary: "Sign out of the team service and delete copied team memory.",
  input: z.object({}),
  examples: ["logout"],

  async run(_, app) {
    const remote = requireRemote(app);
    await remote.copies.clear(app.call.tenant);
    await app.settingsFiles.unset("remote.token");
    await app.settingsFiles.unset("remote.url");
    const waiting = (await remote.outbox(app.call.tenant)).filter(({ service }) => service === remote.address).length;
    return { service: remote.address, waiting };
  },

  toText: ({ service, waiting }) =>
    [
      `Signed out of ${service}. Copied team memory was deleted from this machine.`,
      "The token stays valid until it expires or is revoked.",
      ...(waiting === 0 ? [] : [`${formatCount(waiting, "queued write")} will be sent when you sign in again.`]),
    ].join("\n"),
});
