import { AppError } from "../../../base/errors.js";
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

/** One route of the page's API, for what no tool offers. `api-types.ts` names what the page reads of the answers. */
export interface Route<Answer = unknown> {
  /** Who may ask: only the owner of a machine, or also members of a team service, and what it does to their rows. */
  readonly audience: "owner" | Effect;
  run(request: RouteRequest, app: SurfaceCall): Promise<Answer>;
}

export const route = <Answer>(audience: Route["audience"], run: Route<Answer>["run"]): Route<Answer> => ({
  audience,
  run,
});

/** The part of a list that a request asks for. */
export const pageOf = (request: RouteRequest, max = 500) => ({
  limit: request.number("limit", { min: 1, max, fallback: 100 }),
  offset: request.number("offset", { min: 0, max: 10_000_000, fallback: 0 }),
});

/** `until` includes its day. */
export function untilOf(request: RouteRequest): string | undefined {
  const until = request.query("until");
  return until?.length === 10 ? `${until}T23:59:59.999Z` : until;
}

/** A text that the body must have. */
export async function textIn(request: RouteRequest, name: string): Promise<string> {
  const value = (await request.body())[name];
  if (typeof value === "string" && value.trim() !== "") return value;
  throw new AppError("invalid", `The field ${name} is missing or empty.`);
}
