import type { Area, EntryArea } from "../../store/context/context-layout.js";
import type { Entry } from "../../store/context/entry-store.js";
import type { Scope } from "../../store/context/scope.js";
import { skillScopeFile } from "../../store/context/skill-store.js";
import type { EntryType } from "./change-scope.js";
import type { ProjectContext } from "./project-context.js";

/** An entry of any kind. */
export interface ContextEntry {
  readonly type: EntryType;
  readonly area: Area;
  /** A key, the number of a decision, or the name of a skill. */
  readonly key: string;
  readonly title: string;
  /** In the folder of its area. */
  readonly file: string;
  readonly content: string;
  readonly scope: Scope;
}

/** Every knowledge entry, convention, decision and skill as its file's text. */
export async function allEntries(project: ProjectContext): Promise<ContextEntry[]> {
  const [knowledge, conventions, decisions, skills] = await Promise.all([
    project.knowledge.list(),
    project.conventions.list(),
    project.decisions.list(),
    project.skills.list(),
  ]);
  const toEntry =
    (type: EntryType, area: EntryArea) =>
    ({ key, content, scope }: Entry): ContextEntry => ({
      type,
      area,
      key,
      title: key,
      file: `${key}.md`,
      content,
      scope,
    });
  return [
    ...knowledge.map(toEntry("knowledge", "knowledge")),
    ...conventions.map(toEntry("convention", "conventions")),
    ...decisions.map(({ id, title, file, raw: content, scope }) => {
      return { type: "decision", area: "decisions", key: String(id), title, file, content, scope } as const;
    }),
    ...skills.map(({ name, content, scope }) => {
      const file = skillScopeFile(name);
      return { type: "skill", area: "skills", key: name, title: name, file, content, scope } as const;
    }),
  ];
}

export const publicEntries = async (project: ProjectContext): Promise<ContextEntry[]> =>
  (await allEntries(project)).filter(({ scope }) => scope === "public");
