import { AppError } from "../../base/errors.js";
import type { DecisionStatus } from "../../store/context/decision-markdown.js";
import type { Decision } from "../../store/context/decision-store.js";
import type { ProjectContext } from "./project-context.js";

/** A decision as the contract answers it, with date, author and scope beside. */
export const shownDecision = ({
  id,
  title,
  status,
  context,
  decision,
  consequences,
  date,
  author,
  scope,
}: Decision) => ({
  ...{ id, title, status, context, decision, consequences, date, author, scope },
});

export async function updateDecision(
  project: ProjectContext,
  idOrTitle: string,
  status: DecisionStatus,
): Promise<Decision> {
  const require = async () => {
    const decision = await project.decisions.find(idOrTitle);
    if (!decision) throw new AppError("missing", `Decision '${idOrTitle}' not found`);
    return decision;
  };
  await require();
  return project.change(async () => {
    const decision = await require();
    await project.decisions.setStatus(decision, status);
    return decision;
  });
}
