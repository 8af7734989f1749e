import type { Decision } from "../../store/context/decision-store.js";
import { asReference, fencedText, listUpTo } from "./fenced-text.js";
import type { ProjectContext } from "./project-context.js";

const max = { conventions: 20, knowledge: 30, decisions: 20, skills: 30 };

const isPublic = ({ scope }: { readonly scope: string }) => scope === "public";

/** An introduction for newcomers: public entries only, conventions first. */
export async function onboardingText(project: ProjectContext): Promise<string> {
  const [name, manifest, conventions, knowledge, allDecisions, allSkills] = await Promise.all([
    project.name(),
    project.manifest.read(),
    project.conventions.listPublic(max.conventions),
    project.knowledge.listPublic(max.knowledge),
    project.decisions.list(),
    project.skills.list(),
  ]);
  const entries = (tag: "convention" | "knowledge", { entries, total }: typeof knowledge, resource: string) =>
    listUpTo(entries, total, resource, ({ key, content }) => fencedText(tag, key, content));
  const [decisions, skills] = [allDecisions.filter(isPublic), allSkills.filter(isPublic)];
  const parts = [
    section("Team conventions", entries("convention", conventions, "context://conventions")),
    section("Knowledge", entries("knowledge", knowledge, "context://knowledge")),
    section(
      "Decisions",
      listUpTo(decisions.slice(0, max.decisions), decisions.length, "context://decisions", decisionPart),
    ),
    section(
      "Skills",
      listUpTo(
        skills.slice(0, max.skills),
        skills.length,
        "context://skills",
        (one) => `- ${one.name}: ${one.description}`,
      ),
    ),
    ...(await workParts(project)),
  ].filter((part) => part !== "");
  const title = `# ${name}\n\nSchema ${manifest?.schema_version ?? "none: no store yet"}.`;
  return [title, parts.length > 0 ? asReference : nothingYet, ...parts].join("\n\n");
}

const nothingYet = "The team has not recorded anything here yet. Record what you learn with context_add_knowledge.";

const section = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? "" : [`## ${title}`, ...lines].join("\n\n");

function decisionPart({ id, title, status, context, decision, consequences }: Decision): string {
  const fields = { Context: context, Decision: decision, Consequences: consequences };
  const paragraphs = Object.entries(fields).flatMap(([name, text]) => (text ? [`**${name}**: ${text}`] : []));
  return fencedText("decision", `ADR-${String(id).padStart(4, "0")}: ${title} (${status})`, paragraphs.join("\n\n"));
}

async function workParts(project: ProjectContext): Promise<string[]> {
  const [state, sessions] = await Promise.all([project.state.read(), project.history.recent(5)]);
  const task =
    state.current_task === ""
      ? []
      : [
          `Task: ${state.current_task}`,
          ...(state.blockers.length > 0 ? [`Blocked by: ${state.blockers.join(", ")}`] : []),
        ];
  return [
    section("Current state", task),
    section(
      "Recent sessions",
      sessions.map(({ agent, summary }) => `- [${agent}] ${summary}`),
    ),
  ];
}
