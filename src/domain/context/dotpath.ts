import { AppError } from "../../base/errors.js";
import type { PreferenceOwner } from "../../store/context/preferences-store.js";
import type { ProjectContext } from "./project-context.js";
import { setState } from "./update-state.js";

const maxHistory = 50;

/** The value at a dotted path such as `manifest.project.name`; undefined when there is none. */
export async function getValue(project: ProjectContext, dotpath: string): Promise<unknown> {
  const [section = "", ...rest] = dotpath.trim().split(".");
  const read = Object.hasOwn(sections, section) ? sections[section] : undefined;
  return (await read?.(project, rest)) ?? undefined;
}

type Section = (project: ProjectContext, rest: readonly string[]) => Promise<unknown>;

const sections: Readonly<Record<string, Section>> = {
  knowledge: (project, rest) => entriesAt(project, "knowledge", rest),
  conventions: (project, rest) => entriesAt(project, "conventions", rest),
  decisions: decisionsAt,
  skills: skillsAt,
  state: async (project, [field, ...rest]) => {
    const state = await project.state.read();
    if (field === undefined) return state;
    return valueAt(Object.hasOwn(state, field) ? state : state.progress, [field, ...rest]);
  },
  preferences: async (project, rest) => {
    const [team, user] = await Promise.all([project.preferences.read("team"), project.preferences.read("user")]);
    return valueAt({ team, user }, rest);
  },
  manifest: async (project, rest) => valueAt(await project.manifest.read(), rest),
  history: async (project, rest) => valueAt(await project.history.recent(maxHistory), rest),
};

async function entriesAt(project: ProjectContext, area: "knowledge" | "conventions", rest: readonly string[]) {
  if (rest.length === 0)
    return Object.fromEntries((await project[area].list()).map(({ key, content }) => [key, content]));
  return (await project[area].read(rest.join(".")))?.content;
}

async function decisionsAt(project: ProjectContext, [id, ...rest]: readonly string[]): Promise<unknown> {
  if (id === undefined) return (await project.decisions.list()).map(({ id, title, status }) => ({ id, title, status }));
  const match = await project.decisions.find(id);
  if (!match) return undefined;
  const { raw: _, ...decision } = match;
  const { title, status, context, decision: choice, consequences } = decision;
  return rest.length === 0
    ? { id: match.id, title, status, context, decision: choice, consequences }
    : valueAt(decision, rest);
}

async function skillsAt(project: ProjectContext, [name, ...rest]: readonly string[]): Promise<unknown> {
  if (name === undefined)
    return (await project.skills.list()).map(({ name, description, scope }) => ({ name, description, scope }));
  const skill = await project.skills.read(name);
  return skill && (rest.length === 0 ? skill.content : valueAt(skill, rest));
}

/** Follows own properties only, never inherited ones such as `constructor`. */
function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (parent, name) =>
      typeof parent === "object" && parent !== null && Object.hasOwn(parent, name)
        ? (parent as Record<string, unknown>)[name]
        : undefined,
    value,
  );
}

/** Sets the value at a writable path; throws for any other path before anything is written. */
export async function setValue(project: ProjectContext, dotpath: string, value: string): Promise<void> {
  const [section = "", ...rest] = dotpath.trim().split(".");
  const [first = "", ...others] = rest;
  switch (section) {
    case "knowledge":
    case "conventions":
      if (first === "") throw incomplete(dotpath, `${section}.<key>`);
      await project.change(() => project[section].put({ key: rest.join("."), content: value, author: project.caller }));
      return;
    case "state":
      if (first === "") throw incomplete(dotpath, "state.<field>");
      return setState(project, rest.join("."), value);
    case "preferences": {
      const owner = readOwner(first);
      if (!owner || others.join(".") === "")
        throw incomplete(dotpath, "preferences.team.<name> or preferences.user.<name>");
      return project.change(() => project.preferences.set(owner, others.join("."), value));
    }
    default:
      throw new AppError("invalid", `Cannot set values in section '${section}'`, {
        hint: "Use knowledge, conventions, state or preferences.",
      });
  }
}

const readOwner = (text: string): PreferenceOwner | undefined =>
  text === "team" || text === "user" ? text : undefined;

const incomplete = (dotpath: string, form: string) =>
  new AppError("invalid", `Cannot set '${dotpath}'.`, { hint: `Use ${form}.` });
