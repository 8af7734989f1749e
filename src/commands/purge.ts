import * as z from "zod";
import { formatCount } from "../base/text/plural.js";
import type { Call } from "../domain/call.js";
import type { CommandCall } from "../domain/command-app.js";
import type { RecordCounts, RecordSelection } from "../domain/purge/purge.js";
import { inTenant } from "../engine/tenant-scope.js";
import { defineCommand } from "./define-command.js";
import { optionalText, timeSince } from "./fields.js";

const input = z.object({
  older_than: optionalText("Only what was last changed before: a date (2026-01-31) or an age (90d, 12w)."),
  project: optionalText("Only of this project: name, path or id."),
  person: optionalText(
    "Only by this author: the agent, git user or member that recorded it, in the same case. Sessions have none.",
  ),
  match: optionalText("Only what contains these words, in any case."),
  tenant: optionalText("Tenant of a team service. Default: this machine."),
});

export const purge = defineCommand("purge", {
  summary: "Permanently delete sessions, memories, fixes, checkpoints and runs by age, project, person or text.",
  input,
  examples: ["purge --older-than 180d --dry-run", "purge --person ada --yes", "purge --match zanzibar --project shop"],

  async confirm(selection, app) {
    const counts = await select(selection, app, (call, chosen) => app.purge.count(call, chosen));
    const question = `Deletes ${describeCounts(counts)}, and everything derived from them, with all automatic backups. This cannot be undone.`;
    return [question, noticeFor(selection)].filter(Boolean).join(" ");
  },

  async run(selection, app) {
    const counts = await select(selection, app, (call, chosen) => app.purge.run(call, chosen));
    return { ...counts, notice: noticeFor(selection) };
  },
  toText: ({ notice, ...counts }) => [`Deleted ${describeCounts(counts)}.`, notice].filter(Boolean).join(" "),
});

/** A person who asks for all of someone's records must know that the sessions are still there. */
const noticeFor = ({ person }: z.output<typeof input>) =>
  person === undefined
    ? undefined
    : "Sessions have no author, so --person selects none: delete theirs with --project or --match.";

function select<T>(
  { older_than, tenant, ...selection }: z.output<typeof input>,
  { call, runtime }: CommandCall,
  act: (call: Call, selection: RecordSelection) => Promise<T>,
): Promise<T> {
  const before = older_than === undefined ? undefined : timeSince(older_than, runtime.now());
  const own = { ...call, tenant: tenant ?? call.tenant };
  return inTenant(own.tenant, () => act(own, { ...selection, before }));
}

const plurals = { session: "sessions", memory: "memories", fix: "fixes", checkpoint: "checkpoints", run: "runs" };

const describeCounts = ({ mention, ...counts }: RecordCounts): string => {
  const records = Object.entries(plurals)
    .map(([kind, plural]) => formatCount(counts[kind as keyof typeof plurals] ?? 0, kind, plural))
    .join(", ");
  return mention ? `${records}, and the name in ${formatCount(mention, "memory", "memories")} of others` : records;
};
