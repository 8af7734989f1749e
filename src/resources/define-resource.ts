import type { Family } from "../base/settings.js";
import type { AppCall } from "../domain/app.js";
import type { ProjectContext } from "../domain/context/project-context.js";

interface Facts {
  readonly name: string;
  readonly toolset: Family;
  readonly title: string;
  readonly description: string;
}

/** A message that a person inserts into a conversation by name. */
export interface Prompt extends Facts {
  render(app: AppCall): Promise<string>;
}

/** A resource at a fixed URI. */
export interface FixedResource extends Facts {
  readonly uri: string;
  read(app: AppCall): Promise<unknown>;
}

/** Resources of a URI template such as `context://knowledge/{key}`: each name in braces is one segment. */
export interface ResourceTemplate<Name extends string = string> extends Facts {
  readonly template: string;
  read(params: Readonly<Record<Name, string>>, app: AppCall): Promise<unknown>;
  /** Possible values of each parameter, for completion. */
  complete(app: AppCall): Promise<Readonly<Record<Name, readonly string[]>>>;
  /** Parameters of the resources to list individually. */
  listed?(app: AppCall): Promise<readonly Readonly<Record<Name, string>>[]>;
}

export type Resource = FixedResource | ResourceTemplate;

type NamesIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** The compiler takes the parameter names from the template itself. */
export const defineTemplate = <const T extends string>(
  resource: ResourceTemplate<NamesIn<T>> & { readonly template: T },
): ResourceTemplate<NamesIn<T>> => resource;

/** What a project's shared files hold, at a fixed URI. */
export const contextResource = (
  uri: string,
  { read, ...facts }: Omit<Facts, "toolset"> & { read(project: ProjectContext): Promise<unknown> },
): FixedResource => ({
  ...facts,
  uri,
  toolset: "context",
  read: async (app) => read(await app.context.open(app.call)),
});

interface EntryTemplate extends Omit<Facts, "toolset"> {
  read(project: ProjectContext, value: string): Promise<unknown>;
  /** Every value of the parameter. */
  list(project: ProjectContext): Promise<readonly string[]>;
}

/** One of several in a project's shared files, by the only parameter of the template. */
export const contextTemplate = (template: string, { read, list, ...facts }: EntryTemplate): ResourceTemplate => {
  const parameter = /\{(\w+)\}/.exec(template)?.[1] ?? "";
  return {
    ...facts,
    template,
    toolset: "context",
    read: async ({ [parameter]: value = "" }, app) => read(await app.context.open(app.call), value),
    complete: async (app) => ({ [parameter]: await list(await app.context.open(app.call)) }),
  };
};
