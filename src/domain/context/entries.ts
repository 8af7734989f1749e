import { AppError } from "../../base/errors.js";
import { writeAuthor } from "../../store/context/author-map.js";
import { type Area, areas, type EntryArea } from "../../store/context/context-layout.js";
import type { Decision } from "../../store/context/decision-store.js";
import type { Entry } from "../../store/context/entry-store.js";
import { readScope, type Scope } from "../../store/context/scope.js";
import { type Skill, skillScopeFile } from "../../store/context/skill-store.js";
import type { ProjectContext } from "./project-context.js";

export const entryTypes = ["knowledge", "decision", "convention", "skill"] as const;
export type EntryType = (typeof entryTypes)[number];

export function readEntryType(text: string): EntryType {
  const type = entryTypes.find((one) => one === text.trim().toLowerCase());
  if (!type) throw new AppError("invalid", `Invalid entry_type '${text}'. Use ${entryTypes.join(", ")}.`);
  return type;
}

/** An entry of any kind. */
export interface ContextEntry {
  readonly type: EntryType;
  readonly area: Area;
  /** A key, the number of a decision, or the name of a skill. */
  readonly key: string;
  readonly title: string;
  /** In the folder of its area; the name under which the scope is listed. */
  readonly file: string;
  /** Inside the store. */
  readonly path: string;
  readonly content: string;
  readonly scope: Scope;
}

type Facts = Omit<ContextEntry, "path">;

const toEntry = (facts: Facts): ContextEntry => ({ ...facts, path: `${areas[facts.area]}/${facts.file}` });

const fromText =
  (type: EntryType, area: EntryArea) =>
  ({ key, content, scope }: Entry) =>
    toEntry({ type, area, key, title: key, file: `${key}.md`, content, scope });

const fromKnowledge = fromText("knowledge", "knowledge");
const fromConvention = fromText("convention", "conventions");

const fromDecision = ({ id, title, file, raw: content, scope }: Decision) =>
  toEntry({ type: "decision", area: "decisions", key: String(id), title, file, content, scope });

const fromSkill = ({ name, content, scope }: Skill) =>
  toEntry({ type: "skill", area: "skills", key: name, title: name, file: skillScopeFile(name), content, scope });

/** The entries of one store that have a scope. */
export const listWithScope = async <T extends { readonly scope: Scope }>(
  { list }: { list(): Promise<readonly T[]> },
  scope: Scope,
): Promise<T[]> => (await list()).filter((one) => one.scope === scope);

/** Every knowledge entry, convention, decision and skill as its file's text. */
export async function allEntries(project: ProjectContext): Promise<ContextEntry[]> {
  const [knowledge, conventions, decisions, skills] = await Promise.all([
    project.knowledge.list(),
    project.conventions.list(),
    project.decisions.list(),
    project.skills.list(),
  ]);
  return [
    ...knowledge.map(fromKnowledge),
    ...conventions.map(fromConvention),
    ...decisions.map(fromDecision),
    ...skills.map(fromSkill),
  ];
}

export const publicEntries = async (project: ProjectContext): Promise<ContextEntry[]> =>
  (await allEntries(project)).filter(({ scope }) => scope === "public");

const titles: Record<EntryType, string> = {
  knowledge: "Knowledge entry",
  decision: "Decision",
  convention: "Convention",
  skill: "Skill",
};

/** Finds an entry; the wording of the error is the contract's. */
export async function locateEntry(project: ProjectContext, type: EntryType, key: string): Promise<ContextEntry> {
  const find = {
    knowledge: async () => [await project.knowledge.read(key)].flatMap((one) => (one ? fromKnowledge(one) : [])),
    convention: async () => [await project.conventions.read(key)].flatMap((one) => (one ? fromConvention(one) : [])),
    decision: async () => [await project.decisions.find(key)].flatMap((one) => (one ? fromDecision(one) : [])),
    skill: async () => [await project.skills.read(key)].flatMap((one) => (one ? fromSkill(one) : [])),
  };
  const [entry] = await find[type]();
  if (!entry) throw new AppError("missing", `${titles[type]} '${key}' not found`);
  return entry;
}

/** Knowledge or a convention, in full. */
export async function requireEntry(project: ProjectContext, type: "knowledge" | "convention", key: string) {
  const entry = await project[type === "knowledge" ? "knowledge" : "conventions"].read(key);
  if (!entry) throw new AppError("missing", `${titles[type]} '${key}' not found`);
  return entry;
}

/** Changes who may see an entry. An entry that is no longer public leaves git's index at once. */
export async function changeScope(project: ProjectContext, request: { entryType: string; key: string; scope: string }) {
  const scope = readScope(request.scope);
  if (!scope) throw new AppError("invalid", `Invalid scope '${request.scope}'. Use public, private, or ephemeral.`);
  const type = readEntryType(request.entryType);
  const find = () => locateEntry(project, type, request.key);
  return project.changeFound(find, async ({ area, file, path }) => {
    const { wasTracked } = await project.scopes.set(path, scope);
    // The person who shares an entry is its author. Decisions name their author themselves.
    const author = scope === "public" ? project.caller : undefined;
    if (area !== "decisions") await writeAuthor(project.files, project.root, area, { file, author });
    return { scope, ...historyWarning(wasTracked) };
  });
}

/** Warns that git has seen an entry before that is private now. */
export function historyWarning(wasTracked: boolean): { warning?: string } {
  const warning =
    "git's history still holds what was shared before, and so do other clones until they pull. If it is a secret, change it.";
  return wasTracked ? { warning } : {};
}

export interface NewEntry {
  readonly area: EntryArea;
  readonly key: string;
  readonly template: string;
}

/** Adds an entry from one of the team's templates. An existing entry stays as it is. */
export async function addFromTemplate(project: ProjectContext, { area, key, template }: NewEntry): Promise<Entry> {
  const text = await project.templates.read(template);
  if (text === undefined) throw unknownTemplate(template, await project.templates.names());
  const values: Readonly<Record<string, string>> = {
    key,
    date: project.runtime.now().toISOString().slice(0, 10),
    author: project.caller,
    project: await project.name(),
  };
  const content = text.replace(/\{\{\s*(\w+)\s*\}\}/g, (placeholder, name: string) => values[name] ?? placeholder);
  return project.change(async () => {
    if (await project[area].read(key))
      throw new AppError("conflict", `${key} exists already. Nothing was written.`, { hint: "Choose another key." });
    return project[area].put({ key, content, author: project.caller });
  });
}

function unknownTemplate(name: string, names: readonly string[]): AppError {
  const hint =
    names.length > 0
      ? `Templates: ${names.join(", ")}.`
      : "Write one as .context-teleport/templates/<name>.md; {{key}}, {{date}}, {{author}} and {{project}} are replaced.";
  return new AppError("missing", `No template ${name}.`, { hint });
}
