import { asReference } from "./fenced-text.js";
import type { ProjectContext } from "./project-context.js";

/** The state of the work, for the next session: task, blockers, progress and the latest sessions. */
export async function handoffText(project: ProjectContext): Promise<string> {
  const [name, state, sessions] = await Promise.all([project.name(), project.state.read(), project.history.recent(3)]);
  const progress = Object.entries(state.progress).map(([item, status]) => `- ${item}: ${String(status)}`);
  return [
    `# ${name}: where the work stands`,
    asReference,
    `Task: ${state.current_task || "no active task"}`,
    ...(state.blockers.length > 0 ? [`Blocked by: ${state.blockers.join(", ")}`] : []),
    ...(progress.length > 0 ? [["Progress:", ...progress].join("\n")] : []),
    ...(sessions.length > 0
      ? [["Recent sessions:", ...sessions.map(({ agent, summary }) => `- [${agent}] ${summary}`)].join("\n")]
      : []),
  ].join("\n\n");
}
