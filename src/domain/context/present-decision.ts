import { AppError } from "../../base/errors.js";
import type { DecisionStatus } from "../../store/context/decision-markdown.js";
import type { Decision } from "../../store/context/decision-store.js";
import type { ProjectContext } from "./project-context.js";

export const updateDecision = (project: ProjectContext, idOrTitle: string, status: DecisionStatus): Promise<Decision> =>
  changeDecision(project, idOrTitle, (decision) => project.decisions.setStatus(decision, status));

/** Finds a decision and changes it under the store's lock; returns it as it was before. */
export async function changeDecision(
  project: ProjectContext,
  idOrTitle: string,
  change: (decision: Decision) => Promise<void>,
): Promise<Decision> {
  await requireDecision(project, idOrTitle);
  return project.change(async () => {
    const decision = await requireDecision(project, idOrTitle);
    await change(decision);
    return decision;
  });
}

export async function requireDecision(project: ProjectContext, idOrTitle: string): Promise<Decision> {
  const decision = await project.decisions.find(idOrTitle);
  if (!decision) throw new AppError("missing", `Decision '${idOrTitle}' not found`);
  return decision;
}
