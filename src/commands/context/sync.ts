import * as z from "zod";
import { AppError } from "../../base/errors.js";
import { formatCount } from "../../base/text/plural.js";
import type { CommandCall } from "../../domain/command-app.js";
import type { ProjectContext } from "../../domain/context/project-context.js";
import { finalizeMerge } from "../../domain/context/sync/finalize-merge.js";
import { undoOverruled } from "../../domain/context/sync/overruled.js";
import { conflictDetail, requirePending, resolveConflict } from "../../domain/context/sync/pending-merge.js";
import { squashStore } from "../../domain/context/sync/squash-store.js";
import { openStoreRepository } from "../../domain/context/sync/store-repository.js";
import { syncText } from "../../domain/context/sync/sync-answer.js";
import { type Command, defineCommand } from "../define-command.js";

export const syncCommands: readonly Command[] = [
  defineCommand("sync resolve", {
    summary: "Resolve the conflicts of a pull with one side or in your editor, then finish the merge.",
    input: z.object({
      strategy: z
        .enum(["ours", "theirs", "edit"])
        .default("edit")
        .describe("Take one side for every conflict, or edit each."),
      file: z.string().default("").describe("Only this file. The merge finishes when no conflict is left."),
    }),
    positional: ["strategy"],
    examples: ["sync resolve ours", "sync resolve edit"],

    async run({ strategy, file }, app) {
      const project = await app.context.open(app.call);
      const { conflicts } = await requirePending(project, "to resolve");
      const selected = conflicts.filter((one) => !one.resolved && (file === "" || one.file_path.endsWith(file)));
      for (const conflict of selected) {
        const content =
          strategy === "edit" ? await editConflict(project, conflict.file_path, app) : conflict[`${strategy}_content`];
        await resolveConflict(project, conflict.file_path, content);
      }
      const left = (await requirePending(project, "to resolve")).conflicts.filter(({ resolved }) => !resolved);
      if (left.length > 0) return { status: "conflicts", files: left.map(({ file_path }) => file_path) };
      return finalizeMerge(project);
    },

    toText: syncText,
    isFailure: ({ status }) => status === "conflicts",
  }),

  defineCommand("sync diff", {
    summary: "Show changes in the store's tracked files since a commit.",
    input: z.object({ against: z.string().default("HEAD").describe("Commit or branch to compare with.") }),
    positional: ["against"],
    examples: ["sync diff", "sync diff origin/main"],

    async run({ against }, app) {
      const { repository, folder } = await openStoreRepository(await app.context.open(app.call));
      return { diff: await repository.diff(folder, against) };
    },

    toText: ({ diff }) => diff || "No differences.",
  }),

  defineCommand("sync squash", {
    summary: "Squash the store's unpushed commits into one, which drops what only they contain.",
    run: async (_, app) => squashStore(await app.context.open(app.call)),

    toText: ({ commit, commits = 0 }) =>
      commit ? `Replaced ${formatCount(commits, "commit")} with ${commit}.` : "No unpushed commits of the store.",
  }),

  defineCommand("sync undo", {
    summary: "Restore the versions that the last pull with ours or theirs discarded.",
    run: async (_, app) => undoOverruled(await app.context.open(app.call)),
    toText: ({ files }) => `Restored: ${(files as string[]).join(", ") || "nothing; later edits do not fit"}.`,
  }),
];

/** The text that the person saves in the editor. Conflict markers left in it mean unresolved. */
async function editConflict(project: ProjectContext, file_path: string, app: CommandCall): Promise<string> {
  const detail = await conflictDetail(project, file_path);
  const draft = `${app.home.path}/resolve-${file_path.replaceAll("/", "-")}`;
  const analysis = detail.section_analysis;
  const withMarkers = analysis && "with_markers" in analysis ? analysis.with_markers : undefined;
  await project.files.write(draft, withMarkers ?? detail.ours_content, { private: true });
  try {
    await app.edit(draft);
    const text = (await project.files.read(draft)) ?? "";
    if (/^(?:<{7}|>{7})(?: |$)/m.test(text)) {
      throw new AppError("conflict", `${file_path} still has conflict markers and stays unresolved.`);
    }
    return text;
  } finally {
    await project.files.remove(draft);
  }
}
