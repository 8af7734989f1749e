import type { ProjectContext } from "./project-context.js";

/** Counts and names of a store's entries, in the spellings of the contract and of earlier tools. */
export async function summarizeProject(project: ProjectContext) {
  const [name, manifest, knowledge, conventions, decisions, skills, state, sessions] = await Promise.all([
    project.name(),
    project.manifest.read(),
    project.knowledge.keys(),
    project.conventions.keys(),
    project.decisions.list(),
    project.skills.list(),
    project.state.read(),
    project.history.recent(5),
  ]);
  return {
    project: name,
    schema_version: manifest?.schema_version ?? "",
    is_initialized: manifest !== undefined,
    knowledge_count: knowledge.length,
    convention_count: conventions.length,
    decisions_count: decisions.length,
    decision_count: decisions.length,
    skills_count: skills.length,
    skill_count: skills.length,
    knowledge_keys: knowledge,
    convention_keys: conventions,
    decision_titles: decisions.map(({ title }) => title),
    skill_names: skills.map((skill) => skill.name),
    current_task: state.current_task,
    blockers: state.blockers,
    recent_sessions: sessions.map(({ agent, summary }) => ({ agent, summary })),
  };
}
