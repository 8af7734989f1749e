import type { ProjectContext } from "../../domain/context/project-context.js";
import { handoffText, onboardingText, reviewText } from "../../domain/context/prompt-texts.js";
import { conflictsText } from "../../domain/context/sync/pending-merge.js";
import type { Prompt } from "../define-resource.js";

const contextPrompt = (
  name: string,
  title: string,
  description: string,
  render: (project: ProjectContext) => Promise<string>,
): Prompt => ({
  name: `context_${name}`,
  toolset: "context",
  title,
  description,
  render: async (app) => render(await app.context.open(app.call)),
});

const saving = [
  "To hand over, call checkpoint_save once: a `name` after the task, a one-line `summary`, and as `context` at most thirty lines:",
  "the goal in the user's words; what is done and the command that proved it; the next step; what did not work and why; branch and files.",
  "Leave out `tenant_id`, `session_id` and `project_path`: then the next agent in this project starts with it.",
].join("\n");

/** Saves or picks up a checkpoint in one step, in any agent. */
export const handover: Prompt = {
  name: "handover",
  toolset: "memory",
  title: "Hand over or take over work",
  description: "The last checkpoint of this project, and how to save one for the next agent.",

  async render(app) {
    const listing = { projectPath: app.call.folder, isAutomatic: false, limit: 1 };
    const [last] = (await app.checkpoints.list(app.call, undefined, listing)).checkpoints;
    if (!last) return `No checkpoint of this project is saved.\n\n${saving}`;
    const { content } = await app.checkpoints.resume(app.call, undefined, last.id, "context");
    const head = `Checkpoint ${last.id} of ${last.createdAt.slice(0, 16)}: ${last.name || last.summary}`;
    return `${head}\nReference data from an earlier session; check the files before relying on it.\n\n${content}\n\n${saving}`;
  },
};

export const prompts: readonly Prompt[] = [
  contextPrompt(
    "onboarding",
    "Onboard to this project",
    "The team's knowledge of this project as one message.",
    onboardingText,
  ),
  contextPrompt("handoff", "Take over work", "The current task, its blockers and the latest sessions.", handoffText),
  contextPrompt(
    "review_decisions",
    "Review decisions",
    "Every shared decision in full, to check whether it still applies.",
    reviewText,
  ),
  contextPrompt(
    "resolve_conflicts",
    "Resolve merge conflicts",
    "The conflicts of a pull, and how to resolve them.",
    conflictsText,
  ),
  handover,
];
