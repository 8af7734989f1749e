import * as z from "zod";
import { AppError } from "../../base/errors.js";
import type { CommandCall } from "../../domain/command-app.js";
import type { ProjectContext } from "../../domain/context/project-context.js";
import { finalizeMerge } from "../../domain/context/sync/finalize-merge.js";
import { conflictDetail, requirePending, resolveConflict } from "../../domain/context/sync/pending-merge.js";
import { syncText } from "../../domain/context/sync/sync-text.js";
import type { PendingConflict } from "../../store/context/pending-conflicts.js";
import { defineCommand } from "../define-command.js";

export const syncResolve = defineCommand({
  name: "sync resolve",
  summary: "Settle the conflicts a pull left: for one side, or each in your editor, then finish the merge.",
  input: z.object({
    strategy: z.enum(["ours", "theirs", "edit"]).default("edit").describe("One side for all of them, or edit each."),
    file: z.string().default("").describe("Only this file; the merge is finished when none is left."),
  }),
  positional: ["strategy"],
  examples: ["sync resolve ours", "sync resolve edit"],

  async run({ strategy, file }, app) {
    const project = await app.context.open(app.call);
    const { conflicts } = await requirePending(project, "to resolve");
    const wanted = conflicts.filter((one) => !one.resolved && (file === "" || one.file_path.endsWith(file)));
    for (const conflict of wanted) {
      const content = strategy === "edit" ? await edited(project, conflict, app) : conflict[`${strategy}_content`];
      await resolveConflict(project, conflict.file_path, content);
    }
    const left = (await requirePending(project, "to resolve")).conflicts.filter(({ resolved }) => !resolved);
    if (left.length > 0) return { status: "conflicts", files: left.map(({ file_path }) => file_path) };
    return finalizeMerge(project);
  },

  toText: (answer) => syncText(answer),
  isFailure: ({ status }) => status === "conflicts",
});

/** What the person leaves in the editor. Markers left in it mean that nothing was decided. */
async function edited(project: ProjectContext, { file_path }: PendingConflict, app: CommandCall): Promise<string> {
  const detail = await conflictDetail(project, file_path);
  const draft = `${app.home.path}/resolve-${file_path.replaceAll("/", "-")}`;
  const analysis = detail.section_analysis;
  const marked = analysis && "with_markers" in analysis ? analysis.with_markers : undefined;
  await project.files.write(draft, marked ?? detail.ours_content, { private: true });
  try {
    await app.edit(draft);
    const text = (await project.files.read(draft)) ?? "";
    if (/^(?:<{7}|>{7})(?: |$)/m.test(text)) {
      throw new AppError("conflict", `${file_path} still has conflict markers, so it stays unresolved.`);
    }
    return text;
  } finally {
    await project.files.remove(draft);
  }
}
