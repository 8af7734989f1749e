import type { ProjectContext } from "./project-context.js";
import { commaList } from "./update-state.js";

/** Adds a session to the history; returns its id. */
export function appendSession(
  project: ProjectContext,
  session: { agent: string; summary: string; knowledgeAdded: string; decisionsAdded: string },
): Promise<string> {
  const { runtime, host, caller } = project;
  const id = runtime.newUuid();
  return project.change(async () => {
    await project.history.append({
      id,
      agent: session.agent.trim() || caller,
      user: host.user,
      machine: host.name,
      started: runtime.now().toISOString(),
      ended: null,
      summary: session.summary,
      knowledge_added: commaList(session.knowledgeAdded),
      decisions_added: commaList(session.decisionsAdded),
      skills_used: [],
    });
    return id;
  });
}
