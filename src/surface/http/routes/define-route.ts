import type { SurfaceCall } from "../../../domain/surface-app.js";

/** What a request to the page's own interface asks. */
export interface Asked {
  /** A part of the path. */
  part(name: string): string;
  /** A value after the `?`; undefined when it is absent or empty. */
  query(name: string): string | undefined;
  /** A whole number after the `?`, kept within its bounds. */
  number(name: string, bounds: { readonly min: number; readonly max: number; readonly usual: number }): number;
  body(): Promise<Readonly<Record<string, unknown>>>;
}

/** One thing that the page asks and that no tool answers. */
export interface Route<Answer> {
  readonly method: "GET" | "POST";
  readonly path: string;
  run(asked: Asked, app: SurfaceCall): Promise<Answer>;
}

export const defineRoute = <Answer>(route: Route<Answer>): Route<Answer> => route;
