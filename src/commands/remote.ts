import * as z from "zod";
import { AppError } from "../base/errors.js";
import { guideUrl } from "../base/guide-url.js";
import { describeInvalid } from "../base/resolve-settings.js";
import { isSafeUrl } from "../base/safe-url.js";
import { formatCount } from "../base/text/plural.js";
import type { CommandCall } from "../domain/command-app.js";
import type { Remote } from "../domain/team/remote.js";
import { type Command, defineCommand } from "./define-command.js";
import { flag } from "./fields.js";

export const remoteCommands: readonly Command[] = [
  defineCommand("login", {
    summary: "Sign in to a team service through its identity provider.",
    input: z.object({
      url: z.string().default("").describe("Public URL of the service. Default: remote.url."),
      clientId: z
        .string()
        .default("throughline")
        .describe("Client id that the identity provider has for this program."),
      days: z.int().min(1).max(365).default(90).describe("Days until the new token expires."),
    }),
    positional: ["url"],
    examples: ["login https://throughline.example.com", "login"],

    async run({ url, clientId, days }, app) {
      const service = (url || app.settings.values["remote.url"]).replace(/\/+$/, "");
      if (service === "")
        throw new AppError("missing", "remote.url is not set.", {
          hint: "Name the service: throughline login https://throughline.example.com",
        });
      if (!isSafeUrl(service)) throw new AppError("invalid", `${service} is not an https URL.`);
      const code = await app.signIn.begin(service, clientId);
      app.notify(`Open ${code.address} and enter the code ${code.userCode}`);
      const { secret, role, expires } = await code.finish({ label: "throughline login", days }, app.call.signal);
      await app.settingsFiles.set("remote.url", service);
      await app.settingsFiles.set("remote.token", secret);
      return { service, role, expires, file: app.home.config };
    },

    toText: ({ service, role, expires, file }) =>
      `Signed in to ${service} (role ${role}, until ${expires.slice(0, 10)}). The token is in ${file}.`,
  }),

  defineCommand("logout", {
    summary: "Sign out of the team service and delete copied team memory.",

    async run(_, app) {
      const remote = requireRemote(app);
      await remote.copies.clear(app.call.tenant);
      await app.settingsFiles.unset("remote.token");
      await app.settingsFiles.unset("remote.url");
      const waiting = (await remote.outbox(app.call.tenant)).filter(({ service }) => service === remote.address).length;
      return { service: remote.address, waiting };
    },

    toText: ({ service, waiting }) => [
      `Signed out of ${service}. Copied team memory was deleted from this machine.`,
      "The token stays valid until it expires or is revoked.",
      waiting > 0 && `${formatCount(waiting, "queued write")} will be sent when you sign in again.`,
    ],
  }),

  defineCommand("remote status", {
    summary: "Check the connection to the team service and list queued writes.",

    async run(_, app) {
      const remote = requireRemote(app);
      const probe = await remote.read(app.call, "memory_search", { project_id: "status", query: "status", limit: 1 });
      const why = probe.kind === "answered" ? "" : probe.kind === "refused" ? probe.error.message : probe.why;
      const outbox = await remote.outbox(app.call.tenant);
      const copies = await remote.copies.list(app.call.tenant);
      return {
        address: remote.address,
        state: probe.kind,
        why,
        waiting: outbox.map(({ input: _, createdAt: created, refused, ...one }) => ({
          ...one,
          created,
          refused: refused || undefined,
        })),
        copies: copies.map(({ copiedAt: copied, records, ...one }) => ({ ...one, records: records.length, copied })),
      };
    },

    toText({ address, state, why, waiting, copies }, paint) {
      const heads = {
        answered: `${address} is reachable.`,
        refused: `${address} refused the request: ${why}`,
        unreachable: `${address} is unreachable: ${why}`,
      };
      return [
        heads[state],
        waiting.length === 0 ? "No writes are queued." : `${formatCount(waiting.length, "write")} queued:`,
        waiting.map(
          ({ id, tool, created, refused }) =>
            `  ${id} ${tool} ${created}${refused ? paint.red(` refused: ${refused}`) : ""}`,
        ),
        copies.length > 0 && "Copied for the time when it is unreachable:",
        copies.map(
          ({ kind, project, records, copied }) =>
            `  ${records} ${kind}${project && ` of ${project}`} ${paint.dim(copied)}`,
        ),
      ];
    },

    isFailure: ({ state }) => state !== "answered",
  }),

  defineCommand("remote push", {
    summary: "Send queued writes to the team service now.",
    input: z.object({ refused: flag("Retry writes that the service refused.") }),
    examples: ["remote push", "remote push --refused"],

    async run({ refused }, app) {
      const remote = requireRemote(app);
      if (refused) await remote.retry(app.call.tenant);
      return remote.deliver(app.call.tenant);
    },

    toText: ({ sent, refused, waiting }) =>
      `${formatCount(sent, "write")} sent, ${refused} refused, ${waiting} still queued.`,
    isFailure: ({ refused, waiting }) => refused + waiting > 0,
  }),

  defineCommand("remote drop", {
    summary: "Discard a write that is queued for the team service.",
    input: z.object({ id: z.string().describe("Id of the write, as listed by `remote status`.") }),
    positional: ["id"],
    examples: ["remote drop out_01hw0000000000000000000000"],
    confirm: async ({ id }) => `Discards the queued write ${id}. This cannot be undone.`,

    async run({ id }, app) {
      await requireRemote(app).drop(app.call.tenant, id);
      return { id, dropped: true };
    },

    toText: ({ id }) => `Discarded ${id}.`,
  }),
];

/** The configured team service. */
function requireRemote({ remote, settings }: CommandCall): Remote {
  if (remote) return remote;
  const problem = describeInvalid(settings, "remote.url");
  if (problem) throw new AppError("invalid", problem, { hint: "Correct it with `throughline config set remote.url`." });
  throw new AppError("missing", "remote.url is not set.", {
    hint: `Set remote.url and remote.token with \`throughline config set\`; see ${guideUrl("team-service")}.`,
  });
}
