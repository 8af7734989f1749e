import { asReference, fencedText } from "./fenced-text.js";
import type { ProjectContext } from "./project-context.js";

/** Every public decision in full. */
export async function reviewText(project: ProjectContext): Promise<string> {
  const decisions = (await project.decisions.list()).filter(({ scope }) => scope === "public");
  if (decisions.length === 0) return "No decisions recorded yet.";
  const sections = decisions.map(({ id, title, status, date, author, raw }) => {
    const facts = [`Status: ${status}`, date && `Date: ${date}`, author && `Author: ${author}`];
    return `${facts.filter(Boolean).join(", ")}\n${fencedText("decision", `${id}: ${title}`, raw)}`;
  });
  return ["# Decisions to review", asReference, sections.join("\n\n---\n\n")].join("\n\n");
}

/** The state of the work, for the next session: task, blockers, progress and the latest sessions. */
export async function handoffText(project: ProjectContext): Promise<string> {
  const [name, state, sessions] = await Promise.all([project.name(), project.state.read(), project.history.recent(3)]);
  const progress = Object.entries(state.progress).map(([item, status]) => `- ${item}: ${String(status)}`);
  const recent = sessions.map(({ agent, summary }) => `- [${agent}] ${summary}`);
  return [
    `# ${name}: where the work stands`,
    asReference,
    `Task: ${state.current_task || "no active task"}`,
    ...(state.blockers.length > 0 ? [`Blocked by: ${state.blockers.join(", ")}`] : []),
    ...(progress.length > 0 ? [["Progress:", ...progress].join("\n")] : []),
    ...(recent.length > 0 ? [["Recent sessions:", ...recent].join("\n")] : []),
  ].join("\n\n");
}
