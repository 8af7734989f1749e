import { resolve } from "node:path";
import * as z from "zod";
import { AppError } from "../base/errors.js";
import { formatCount } from "../base/text/plural.js";
import type { Call } from "../domain/call.js";
import type { CommandCall } from "../domain/command-app.js";
import { checkStore } from "../domain/context/check-context.js";
import type { RecordCounts, RecordSelection } from "../domain/purge/purge.js";
import { type Finding, ok, warning } from "../domain/system/finding.js";
import { inTenant } from "../engine/tenant-scope.js";
import { type Command, defineCommand } from "./define-command.js";
import { flag, optionalText, timeSince } from "./fields.js";

const purgeInput = z.object({
  older_than: optionalText("Only what was last changed before: a date (2026-01-31) or an age (90d, 12w)."),
  project: optionalText("Only of this project: name, path or id."),
  person: optionalText(
    "Only by this author: the agent, git user or member that recorded it, in the same case. Sessions have none.",
  ),
  match: optionalText("Only what contains these words, in any case."),
  tenant: optionalText("Tenant of a team service. Default: this machine."),
});

export const maintenanceCommands: readonly Command[] = [
  defineCommand("purge", {
    summary: "Permanently delete sessions, memories, fixes, checkpoints and runs by age, project, person or text.",
    input: purgeInput,
    examples: [
      "purge --older-than 180d --dry-run",
      "purge --person ada --yes",
      "purge --match zanzibar --project shop",
    ],

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
  }),

  defineCommand("doctor", {
    summary: "Check Node, git, the database, permissions, disk, settings and agent connections.",
    input: z.object({ fix: flag("Fix what can be fixed automatically.") }),
    examples: ["doctor", "doctor --fix"],

    async run({ fix }, app) {
      const findings = await runAllChecks(app);
      if (fix) for (const finding of findings) await finding.fix?.();
      return { findings: (fix ? await runAllChecks(app) : findings).map(toRow) };
    },

    toText({ findings }, paint) {
      const labels = { ok: paint.green("ok     "), warning: paint.yellow("warning"), failure: paint.red("failure") };
      return [
        findings.map(({ status, check, message }) => `${labels[status]} ${check}: ${message}`),
        summaryOf(findings),
      ];
    },

    isFailure: ({ findings }) => findings.some(({ status }) => status === "failure"),
  }),

  defineCommand("reindex", {
    summary: "Rebuild the search index. Search keeps working meanwhile; an interrupted run resumes.",
    input: z.object({
      meaning: flag("Compute all embeddings now instead of in the background."),
      restart: flag("Start over instead of resuming an interrupted run."),
    }),
    examples: ["reindex", "reindex --meaning"],
    run: ({ meaning, restart }, app) => app.reindex.run(app.call, { meaning, restart }),

    toText: ({ added, removed, rewritten, embedded, resumedAfter }) => [
      `Reindexed ${formatCount(rewritten, "document")}${resumedAfter > 0 ? ", resuming the previous run" : ""}.`,
      `${added} added, ${removed} removed, ${embedded} embedded.`,
    ],
  }),

  defineCommand("backup", {
    summary: "Write a consistent copy of the database. Other processes can keep running.",
    input: z.object({ file: z.string().min(1).describe("File to write; must not exist.") }),
    positional: ["file"],
    examples: ["backup monday.db"],

    async run({ file }, app) {
      const path = resolve(app.call.folder, file);
      await app.backups.backup(path);
      return { file: path };
    },

    toText: ({ file }) => `Wrote backup ${file}. Restore it with \`throughline restore ${file}\`.`,
  }),

  defineCommand("restore", {
    summary: "Restore a backup, by default the latest automatic one. The current database is renamed, not deleted.",
    input: z.object({
      file: z
        .string()
        .min(1)
        .optional()
        .describe("File written by `throughline backup`. Default: the latest automatic backup."),
    }),
    positional: ["file"],
    examples: ["restore", "restore monday.db", "restore monday.db --yes"],

    async confirm({ file }, app) {
      const path = file === undefined ? await latestBackup(app) : resolve(app.call.folder, file);
      return (await app.backups.wouldHide(path))
        ? `Replaces the database by ${path}. What was recorded since is no longer found; the file with it is kept.`
        : "";
    },

    async run({ file }, app) {
      const path = file === undefined ? await latestBackup(app) : resolve(app.call.folder, file);
      return { file: path, ...(await app.backups.restore(path)) };
    },

    toText: ({ file, before }) =>
      before
        ? `Restored ${file}. The previous database is ${before}.`
        : `Restored ${file}. There was no previous database.`,
  }),
];

/** The machine, the product, and the shared files of the current project. */
async function runAllChecks({ doctor, context, call }: CommandCall): Promise<Finding[]> {
  const findings = await doctor.runChecks();
  const project = await context.open(call).catch(() => undefined);
  if (!project || !(await project.manifest.read())) return findings;
  const problems = await checkStore(project);
  if (problems.length === 0) return [...findings, ok("context", "all files of the store are readable")];
  return [...findings, ...problems.map(({ file, problem }) => warning("context", `${file}: ${problem}`))];
}

function summaryOf(findings: readonly Pick<Finding, "status">[]): string {
  const count = (status: Finding["status"]) => findings.filter((one) => one.status === status).length;
  const [failures, warnings] = [count("failure"), count("warning")];
  if (failures + warnings === 0) return "Everything is fine.";
  return `${formatCount(failures, "failure")}, ${formatCount(warnings, "warning")}.`;
}

/** The message says what was found, then the command that fixes it. */
function toRow({ check, status, message, remedy, fix }: Finding) {
  const advice = fix ? "Fix it with `throughline doctor --fix`." : remedy;
  return { check, status, message: [message, advice].filter(Boolean).join(" "), fixable: fix !== undefined };
}

async function latestBackup({ automaticBackups }: CommandCall): Promise<string> {
  const [latest] = await automaticBackups.list();
  if (latest) return latest.file;
  throw new AppError("missing", "There is no automatic backup.", {
    hint: "Name a file written by `throughline backup`.",
  });
}

/** A person who asks for all of someone's records must know that the sessions are still there. */
const noticeFor = ({ person }: z.output<typeof purgeInput>) =>
  person === undefined
    ? undefined
    : "Sessions have no author, so --person selects none: delete theirs with --project or --match.";

function select<T>(
  { older_than, tenant, ...selection }: z.output<typeof purgeInput>,
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
