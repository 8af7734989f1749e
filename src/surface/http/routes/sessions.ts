import type { Session } from "../../../store/archive/session-store.js";
import type { SessionPage, SessionRow } from "../api-types.js";
import { get, post } from "./define-route.js";

export const sessionRoutes = [
  get<SessionPage>("/api/sessions", "owner", async (request, app) => {
    const until = request.query("until");
    const filter = {
      project: request.query("project"),
      agent: request.query("agent"),
      text: request.query("text"),
      file: request.query("file"),
      since: request.query("since"),
      until: until?.length === 10 ? `${until}T23:59:59.999Z` : until,
    };
    const offset = request.number("offset", { min: 0, max: 10_000_000, fallback: 0 });
    const limit = request.number("limit", { min: 1, max: 500, fallback: 100 });
    const { sessions, total } = await app.overview.sessions(app.call, filter, offset, limit);
    return { sessions: sessions.map(toRow), total };
  }),

  post<{ sessions: number; exchanges: number; events: number }>("/api/sessions/:id/forget", "owner", (request, app) =>
    app.sessions.forget(app.call, { session: request.param("id") }),
  ),
];

export function toRow(session: Session & { readonly name: string }): SessionRow {
  const { id, agent, name, title, branch, model, parent, startedAt, endedAt, exchanges, tokensIn, tokensOut } = session;
  return { id, agent, project: name, title, branch, model, parent, startedAt, endedAt, exchanges, tokensIn, tokensOut };
}
