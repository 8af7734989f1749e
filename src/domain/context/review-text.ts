import { asReference, fencedText } from "./fenced-text.js";
import type { ProjectContext } from "./project-context.js";

/** Every public decision in full. */
export async function reviewText(project: ProjectContext): Promise<string> {
  const decisions = (await project.decisions.list()).filter(({ scope }) => scope === "public");
  if (decisions.length === 0) return "No decisions recorded yet.";
  const sections = decisions.map(({ id, title, status, date, author, raw }) => {
    const facts = [
      `Status: ${status}`,
      ...(date ? [`Date: ${date}`] : []),
      ...(author ? [`Author: ${author}`] : []),
    ].join(", ");
    return `${facts}\n${fencedText("decision", `${id}: ${title}`, raw)}`;
  });
  return ["# Decisions to review", asReference, sections.join("\n\n---\n\n")].join("\n\n");
}
