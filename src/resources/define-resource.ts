import type { Family } from "../base/settings.js";
import type { AppCall } from "../domain/app.js";

interface ResourceFacts {
  readonly name: string;
  readonly toolset: Family;
  readonly title: string;
  readonly description: string;
}

/** A resource at a fixed URI. */
export interface FixedResource extends ResourceFacts {
  readonly uri: string;
  read(app: AppCall): Promise<unknown>;
}

/** Resources of a URI template such as `context://knowledge/{key}`: each name in braces is one segment. */
export interface ResourceTemplate<Name extends string = string> extends ResourceFacts {
  readonly template: string;
  read(params: Readonly<Record<Name, string>>, app: AppCall): Promise<unknown>;
  /** Possible values of each parameter, for completion. */
  complete(app: AppCall): Promise<Readonly<Record<Name, readonly string[]>>>;
  /** Parameters of the resources to list individually. */
  listed?(app: AppCall): Promise<readonly Readonly<Record<Name, string>>[]>;
}

export type Resource = FixedResource | ResourceTemplate;

type NamesIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

export const defineResource = (resource: FixedResource): FixedResource => resource;

/** The compiler takes the parameter names from the template itself. */
export const defineTemplate = <const T extends string>(
  resource: ResourceTemplate<NamesIn<T>> & { readonly template: T },
): ResourceTemplate<NamesIn<T>> => resource;
