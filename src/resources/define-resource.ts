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

type OfProject<R> = Omit<R, "toolset" | "read" | "complete">;

/** What a project's shared files hold, at a fixed URI. */
export const contextResource = ({
  read,
  ...facts
}: OfProject<FixedResource> & { read(project: ProjectContext): Promise<unknown> }): FixedResource => ({
  ...facts,
  toolset: "context",
  read: async (app) => read(await app.context.open(app.call)),
});

/** One of several in a project's shared files; `list` gives all values of its only parameter. */
export const contextTemplate = <const Name extends string>({
  read,
  list,
  parameter,
  ...facts
}: OfProject<ResourceTemplate> & {
  readonly parameter: Name;
  read(project: ProjectContext, value: string): Promise<unknown>;
  list(project: ProjectContext): Promise<readonly string[]>;
}): ResourceTemplate => ({
  ...facts,
  toolset: "context",
  read: async ({ [parameter]: value = "" }, app) => read(await app.context.open(app.call), value),
  complete: async (app) => ({ [parameter]: await list(await app.context.open(app.call)) }),
});
