import type { Family } from "../base/settings.js";
import type { AppCall } from "../domain/app.js";

interface ResourceFacts {
  readonly name: string;
  readonly toolset: Family;
  readonly title: string;
  readonly description: string;
}

/** One address whose content can be read. */
export interface FixedResource extends ResourceFacts {
  readonly uri: string;
  read(app: AppCall): Promise<unknown>;
}

/** Addresses of one pattern, such as `context://knowledge/{key}`: each name in braces is one segment. */
export interface ResourceTemplate<Name extends string = string> extends ResourceFacts {
  readonly template: string;
  read(params: Readonly<Record<Name, string>>, app: AppCall): Promise<unknown>;
  /** Values that a parameter could take, for clients that complete what is typed. */
  complete(app: AppCall): Promise<Readonly<Record<Name, readonly string[]>>>;
  /** Parameters of the addresses that are worth listing by themselves. */
  listed?(app: AppCall): Promise<readonly Readonly<Record<Name, string>>[]>;
}

export type Resource = FixedResource | ResourceTemplate;

type NamesIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

export const defineResource = (resource: FixedResource): FixedResource => resource;

/** The compiler takes the parameter names from the template itself. */
export const defineTemplate = <const T extends string>(
  resource: ResourceTemplate<NamesIn<T>> & { readonly template: T },
): ResourceTemplate<NamesIn<T>> => resource;
