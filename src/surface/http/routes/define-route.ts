import type { Effect } from "../../../domain/access/principal.js";
import type { SurfaceCall } from "../../../domain/surface-app.js";

/** A request to a route of the page's API. */
export interface RouteRequest {
  /** A parameter of the path. */
  param(name: string): string;
  /** A query parameter; undefined when absent or empty. */
  query(name: string): string | undefined;
  /** An integer query parameter, clamped to its bounds. */
  number(name: string, bounds: { readonly min: number; readonly max: number; readonly fallback: number }): number;
  body(): Promise<Readonly<Record<string, unknown>>>;
}

/** One route of the page's API, for what no tool offers. */
export interface Route<Answer> {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** For members of a team service: what it does to their tenant's rows. Without it, only the owner of a machine may ask. */
  readonly forTeam?: Effect;
  run(request: RouteRequest, app: SurfaceCall): Promise<Answer>;
}

/** Who may ask: only the owner of a machine, or also members of a team service, and what it does to their rows. */
type Audience = "owner" | Effect;

const route =
  (method: Route<unknown>["method"]) =>
  <Answer>(path: string, audience: Audience, run: Route<Answer>["run"]): Route<Answer> => ({
    method,
    path,
    ...(audience === "owner" ? {} : { forTeam: audience }),
    run,
  });

export const get = route("GET");
export const post = route("POST");
