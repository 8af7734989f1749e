import { markdownHeadings } from "../../../base/text/markdown-blocks.js";
import type { Decision } from "../../../store/context/decision-store.js";
import type { Entry } from "../../../store/context/entry-store.js";
import type { Skill } from "../../../store/context/skill-store.js";
import type { ProjectContext } from "../project-context.js";

/** The public entries, which may be written to an agent's own files. */
export interface ExportedContext {
  readonly conventions: readonly Entry[];
  readonly knowledge: readonly Entry[];
  readonly decisions: readonly Decision[];
  readonly skills: readonly Skill[];
}

/** Entries that came from an agent's file are not written back into one. */
const isImported = ({ key }: Entry) =>
  /^(?:project-instructions|agents-instructions|gemini-instructions|gemini-styleguide|codex-instructions|copilot-instructions|cursorrules)$|^(?:rule|cursor-rule|copilot-rule|opencode-agent|opencode-command|claude-memory)-/.test(
    key,
  );

export async function readExportedContext(project: ProjectContext): Promise<ExportedContext> {
  const isPublic = ({ scope }: { readonly scope: string }) => scope === "public";
  const [conventions, knowledge, decisions, skills] = await Promise.all([
    project.conventions.list(),
    project.knowledge.list(),
    project.decisions.list(),
    project.skills.list(),
  ]);
  return {
    conventions: conventions.filter(isPublic),
    knowledge: knowledge.filter((entry) => isPublic(entry) && !isImported(entry)),
    decisions: decisions.filter(isPublic),
    skills: skills.filter(isPublic),
  };
}

/** All entries as one block of Markdown; empty without entries. */
export function blockText({ conventions, knowledge, decisions }: ExportedContext): string {
  const parts = [
    ...conventions.map(({ key, content }) => `### Convention: ${key}\n\n${nestHeadings(content)}`),
    ...knowledge.map(({ key, content }) => `### ${key}\n\n${nestHeadings(content)}`),
    ...(decisions.length > 0 ? [`### Decisions\n\n${decisions.map(decisionLine).join("\n")}`] : []),
  ];
  return parts.length === 0 ? "" : ["## Team context", ...parts].join("\n\n");
}

const decisionLine = ({ id, title, status }: Decision) => `- **${String(id).padStart(4, "0")}** ${title} (${status})`;

/** Lowers an entry's headings below the heading with its key, except in code. */
function nestHeadings(content: string): string {
  const lines = content.trim().split("\n");
  for (const { start } of markdownHeadings(lines))
    lines[start] = lines[start]?.replace(/^ {0,3}(#{1,3}) /, "###$1 ") ?? "";
  return lines.join("\n");
}
