import type { CommandCall } from "../../src/domain/command-app.js";
import { routes } from "../../src/surface/http/routes/catalog.js";
import type { Route, RouteRequest } from "../../src/surface/http/routes/define-route.js";

interface RouteInput {
  readonly query?: Readonly<Record<string, string>>;
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** The page's answer to a request: `askRoute(app, "GET /api/memories/:id", { params: { id } })`. */
export async function askRoute<T>(app: CommandCall, route: string, input: RouteInput = {}): Promise<T> {
  const endpoint = (routes as Readonly<Record<string, Route>>)[route];
  if (!endpoint) throw new Error(`Unknown route: ${route}.`);
  return (await endpoint.run(toRouteRequest(input), app)) as T;
}

const toRouteRequest = ({ query = {}, params = {}, body = {} }: RouteInput): RouteRequest => ({
  param: (name) => params[name] ?? "",
  query: (name) => query[name] || undefined,
  number: (name, { fallback }) => Number(query[name] ?? fallback),
  body: async () => ({ ...body }),
});
