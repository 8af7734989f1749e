import { AppError } from "../../base/errors.js";
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
  knowledge: ({ knowledge }, rest) => entriesAt(knowledge, rest),
  conventions: ({ conventions }, rest) => entriesAt(conventions, rest),
  decisions: async ({ decisions }, [id, ...rest]) => {
    if (id === undefined) return (await decisions.list()).map(({ id, title, status }) => ({ id, title, status }));
    const match = await decisions.find(id);
    if (!match) return undefined;
    const { raw: _, ...decision } = match;
    const { title, status, context, decision: choice, consequences } = decision;
    const shown = { id: match.id, title, status, context, decision: choice, consequences };
    return rest.length === 0 ? shown : valueAt(decision, rest);
  },
  skills: async ({ skills }, [name, ...rest]) => {
    if (name === undefined)
      return (await skills.list()).map(({ name, description, scope }) => ({ name, description, scope }));
    const skill = await skills.read(name);
    return skill && (rest.length === 0 ? skill.content : valueAt(skill, rest));
  },
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

async function entriesAt(entries: ProjectContext["knowledge"], rest: readonly string[]): Promise<unknown> {
  if (rest.length > 0) return (await entries.read(rest.join(".")))?.content;
  return Object.fromEntries((await entries.list()).map(({ key, content }) => [key, content]));
}

/** Follows own properties only, never inherited ones such as `constructor`. */
function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (parent, name) =>
      typeof parent === "object" && parent !== null ? Object.getOwnPropertyDescriptor(parent, name)?.value : undefined,
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
      const name = others.join(".");
      if ((first !== "team" && first !== "user") || name === "")
        throw incomplete(dotpath, "preferences.team.<name> or preferences.user.<name>");
      return project.change(() => project.preferences.set(first, name, value));
    }
    default:
      throw new AppError("invalid", `Cannot set values in section '${section}'`, {
        hint: "Use knowledge, conventions, state or preferences.",
      });
  }
}

const incomplete = (dotpath: string, form: string) =>
  new AppError("invalid", `Cannot set '${dotpath}'.`, { hint: `Use ${form}.` });
