import type { Area } from "../../store/context/context-layout.js";
import type { ActiveState } from "../../store/context/state-store.js";
import { listWithScope } from "./entries.js";
import type { ProjectContext } from "./project-context.js";

/** Splits `a, b` at commas; drops empty parts. */
export const commaList = (text: string): string[] =>
  text
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");

/** Changes the fields that are passed and keeps the rest. An empty list of blockers clears them. */
export function updateState(
  project: ProjectContext,
  { currentTask, blockers }: { currentTask?: string | undefined; blockers?: readonly string[] | undefined },
): Promise<ActiveState> {
  return change(project, (state) => ({
    ...state,
    ...(currentTask ? { current_task: currentTask } : {}),
    ...(blockers ? { blockers } : {}),
  }));
}

/** Sets one field; other fields are stored under `progress`. */
export async function setState(project: ProjectContext, field: string, value: string): Promise<void> {
  await change(project, (state) => {
    if (field === "blockers") return { ...state, blockers: commaList(value) };
    const isStateField = field === "current_task" || field === "last_agent" || field === "last_machine";
    return isStateField ? { ...state, [field]: value } : { ...state, progress: { ...state.progress, [field]: value } };
  });
}

function change(project: ProjectContext, edit: (state: ActiveState) => ActiveState): Promise<ActiveState> {
  const { runtime, host, caller, state } = project;
  return project.change(async () => {
    const before = { ...(await state.read()), last_agent: caller, last_machine: host.name };
    const next = { ...edit(before), updated_at: runtime.now().toISOString() };
    await state.write(next);
    return next;
  });
}

/** Clears the state, and removes every ephemeral entry. Returns how many of each kind were removed. */
export function clearState(project: ProjectContext): Promise<Record<Area, number>> {
  return project.change(async () => {
    await project.state.clear();
    const knowledge = await listWithScope(project.knowledge, "ephemeral");
    const decisions = await listWithScope(project.decisions, "ephemeral");
    const conventions = await listWithScope(project.conventions, "ephemeral");
    const skills = await listWithScope(project.skills, "ephemeral");
    for (const { key } of knowledge) await project.knowledge.remove(key);
    for (const decision of decisions) await project.decisions.remove(decision);
    for (const { key } of conventions) await project.conventions.remove(key);
    for (const { name } of skills) await project.skills.remove(name);
    return {
      knowledge: knowledge.length,
      decisions: decisions.length,
      conventions: conventions.length,
      skills: skills.length,
    };
  });
}

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
