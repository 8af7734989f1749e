import { AppError } from "../../base/errors.js";
import type { PreferenceOwner } from "../../store/context/preferences-store.js";
import type { ProjectContext } from "./project-context.js";
import { setState } from "./update-state.js";

const historyShown = 50;

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
    return ownAt(Object.hasOwn(state, field) ? state : state.progress, [field, ...rest]);
  },
  preferences: async (project, rest) => {
    const [team, user] = await Promise.all([project.preferences.read("team"), project.preferences.read("user")]);
    return ownAt({ team, user }, rest);
  },
  manifest: async (project, rest) => ownAt(await project.manifest.read(), rest),
  history: async (project, rest) => ownAt(await project.history.recent(historyShown), rest),
};

async function entriesAt(project: ProjectContext, area: "knowledge" | "conventions", rest: readonly string[]) {
  if (rest.length === 0)
    return Object.fromEntries((await project[area].list()).map(({ key, content }) => [key, content]));
  return (await project[area].read(rest.join(".")))?.content;
}

async function decisionsAt(project: ProjectContext, [id, ...rest]: readonly string[]): Promise<unknown> {
  if (id === undefined) return (await project.decisions.list()).map(({ id, title, status }) => ({ id, title, status }));
  const found = await project.decisions.find(id);
  if (!found) return undefined;
  const { raw: _, ...decision } = found;
  const { title, status, context, decision: decided, consequences } = decision;
  return rest.length === 0
    ? { id: found.id, title, status, context, decision: decided, consequences }
    : ownAt(decision, rest);
}

async function skillsAt(project: ProjectContext, [name, ...rest]: readonly string[]): Promise<unknown> {
  if (name === undefined)
    return (await project.skills.list()).map(({ name, description, scope }) => ({ name, description, scope }));
  const skill = await project.skills.read(name);
  return skill && (rest.length === 0 ? skill.content : ownAt(skill, rest));
}

/** Follows own fields only: a path names data, never what a language puts on every object. */
function ownAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, name) =>
      typeof at === "object" && at !== null && Object.hasOwn(at, name)
        ? (at as Record<string, unknown>)[name]
        : undefined,
    value,
  );
}

/** Sets the value at a path that may be set; refuses every other before anything is written. */
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
