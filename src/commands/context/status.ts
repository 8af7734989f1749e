import * as z from "zod";
import type { Lines } from "../../base/text/lines.js";
import { formatCount } from "../../base/text/plural.js";
import { checkStore } from "../../domain/context/check-context.js";
import { summarizeProject } from "../../domain/context/summarize-project.js";
import { mergeStatus } from "../../domain/context/sync/pending-merge.js";
import { openStoreRepository } from "../../domain/context/sync/store-repository.js";
import { defineCommand } from "../define-command.js";

export const status = defineCommand("status", {
  summary: "Show the state of this project's context store and of the archive, and any problems.",

  async run(_, app) {
    const { sessions, exchanges, bytes, newest } = await app.sessions.totals(app.call);
    const archive = { sessions, exchanges, bytes, newest };
    const project = await app.context.open(app.call).catch(() => undefined);
    if (project === undefined) return { archive };
    const [summary, problems] = await Promise.all([summarizeProject(project), checkStore(project)]);
    const merge = await mergeStatus(project).catch(() => ({ status: "clean" }));
    const former_remotes = await app.projectRegistry.formerRemotes(app.call.tenant, project.root);
    return { ...summary, problems, merge: merge.status, former_remotes, archive };
  },

  toText: (report) => [
    "project" in report ? projectLines(report) : "Not in a project: this folder has no context store and no git.",
    report.archive.sessions === 0
      ? "No sessions are archived yet. Import earlier ones with `throughline import sessions`."
      : `Archive: ${formatCount(report.archive.sessions, "session")} with ${formatCount(report.archive.exchanges, "exchange")} (${(report.archive.bytes / 1e6).toFixed(1)} MB), latest ${report.archive.newest.slice(0, 16).replace("T", " ")}`,
    "project" in report && report.problems.map(({ file, problem }) => `${file}: ${problem}`),
  ],
});

type ProjectReport = Awaited<ReturnType<typeof summarizeProject>> & {
  readonly merge: string;
  readonly former_remotes: readonly string[];
};

const projectLines = (report: ProjectReport): Lines => [
  `${report.project}${report.is_initialized ? "" : " (no store yet; create one with `throughline init`)"}`,
  `${formatCount(report.knowledge_count, "knowledge entry", "knowledge entries")}, ${formatCount(report.convention_count, "convention")}, ${formatCount(report.decisions_count, "decision")}, ${formatCount(report.skills_count, "skill")}`,
  report.former_remotes.length > 0 &&
    `The remote was renamed. Records of ${report.former_remotes.join(", ")} stay with this project.`,
  report.current_task !== "" && `Working on: ${report.current_task}`,
  report.blockers.length > 0 && `Blocked by: ${report.blockers.join(", ")}`,
  report.merge === "conflicts" && "A pull left conflicts. See `throughline sync status`.",
];

export const log = defineCommand("log", {
  summary: "List the commits that changed the store.",
  input: z.object({ count: z.int().min(1).max(1000).default(10).describe("Number of commits.") }),
  positional: ["count"],
  examples: ["log", "log 50"],

  async run({ count }, app) {
    const { repository, folder } = await openStoreRepository(await app.context.open(app.call));
    return { commits: await repository.log(folder, count) };
  },

  toText: ({ commits }) =>
    commits.map(({ commit, date, author, subject }) => `${commit} ${date.slice(0, 10)} ${author}: ${subject}`),
  whenEmpty: "No commits have changed the store yet.",
});
