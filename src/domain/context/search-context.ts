import { areas, inStore } from "../../store/context/context-layout.js";
import type { Scope } from "../../store/context/scope.js";
import { rankTexts } from "../search/rank-texts.js";
import type { ProjectContext } from "./project-context.js";

export type ContextHit = {
  readonly key: string;
  /** Inside the store. */
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly score: number;
  readonly scope: Scope;
};

/** A text of the store that can be searched. */
export interface ContextText {
  readonly key: string;
  readonly file: string;
  readonly content: string;
  readonly scope: Scope;
}

/** Every knowledge entry, decision, convention and skill as its file's text. */
export async function contextTexts(project: ProjectContext): Promise<ContextText[]> {
  const [knowledge, decisions, conventions, skills] = await Promise.all([
    project.knowledge.list(),
    decisionTexts(project),
    project.conventions.list(),
    project.skills.list(),
  ]);
  return [
    ...knowledge.map((entry) => ({ ...entry, file: inStore.entry("knowledge", `${entry.key}.md`) })),
    ...decisions,
    ...conventions.map((entry) => ({ ...entry, file: inStore.entry("conventions", `${entry.key}.md`) })),
    ...skills.map(({ name, content, scope }) => ({ key: name, file: inStore.skill(name), content, scope })),
  ];
}

async function decisionTexts(project: ProjectContext): Promise<ContextText[]> {
  const decisions = await project.decisions.list();
  return decisions.map(({ file, scope, raw }) => ({
    key: file.replace(/\.md$/, ""),
    file: `${areas.decisions}/${file}`,
    content: raw,
    scope,
  }));
}

/** The lines that share words with the query, best first. */
export async function searchContext(project: ProjectContext, query: string, limit: number): Promise<ContextHit[]> {
  const lines = (await contextTexts(project)).flatMap(linesOf);
  return rankTexts(query, lines, ({ text }) => text)
    .slice(0, limit)
    .map(({ item, score }) => ({ ...item, score: Math.round(score * 1000) / 1000 }));
}

const linesOf = ({ key, file, content, scope }: ContextText): Omit<ContextHit, "score">[] =>
  content
    .split("\n")
    .map((text, i) => ({ key, file, line: i + 1, text: text.trim().slice(0, mostCharacters), scope }))
    .filter(({ text }) => text !== "");

/** A line can be a whole minified file. */
const mostCharacters = 500;
