import { AppError } from "../../base/errors.js";
import type { DecisionStatus } from "../../store/context/decision-markdown.js";
import type { Decision } from "../../store/context/decision-store.js";
import type { ProjectContext } from "./project-context.js";

export const updateDecision = (project: ProjectContext, idOrTitle: string, status: DecisionStatus): Promise<Decision> =>
  changeDecision(project, idOrTitle, (decision) => project.decisions.setStatus(decision, status));

/** Finds a decision and changes it under the store's lock; returns it as it was before. */
export const changeDecision = (
  project: ProjectContext,
  idOrTitle: string,
  change: (decision: Decision) => Promise<void>,
): Promise<Decision> =>
  project.changeFound(
    () => requireDecision(project, idOrTitle),
    async (decision) => {
      await change(decision);
      return decision;
    },
  );

export async function requireDecision(project: ProjectContext, idOrTitle: string): Promise<Decision> {
  const decision = await project.decisions.find(idOrTitle);
  if (!decision) throw new AppError("missing", `Decision '${idOrTitle}' not found`);
  return decision;
}

const number = String.raw`(?:decisions?\s+|adrs?[- ]?)?#?0*(\d+)`;
const replaces = new RegExp(String.raw`\b(?:supersedes|replaces)\s+${number}`, "gi");
const replaced = new RegExp(String.raw`\b(?:superseded|replaced)\s+by\s+${number}`, "gi");

/** Which decisions superseded which, according to their texts: "Supersedes 0001", "Superseded by 0002". */
export function decisionLinks(decisions: readonly Pick<Decision, "id" | "raw">[]) {
  const ids = new Set(decisions.map(({ id }) => id));
  const mentions = decisions.flatMap(({ id, raw }) => [
    ...numbersIn(raw, replaces).map((older) => ({ newer: id, older })),
    ...numbersIn(raw, replaced).map((newer) => ({ newer, older: id })),
  ]);
  const links = mentions.filter(({ newer, older }) => newer !== older && ids.has(newer) && ids.has(older));
  return [...new Map(links.map((link) => [`${link.newer} ${link.older}`, link])).values()];
}

const numbersIn = (text: string, pattern: RegExp): number[] =>
  [...text.matchAll(pattern)].map((match) => Number(match[1]));
