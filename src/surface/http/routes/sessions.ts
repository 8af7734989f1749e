import type { Session } from "../../../store/archive/session-store.js";
import type { SessionPage, SessionRow } from "../api-types.js";
import { defineRoute } from "./define-route.js";

export const sessionsRoute = defineRoute<SessionPage>({
  method: "GET",
  path: "/api/sessions",

  async run(asked, app) {
    const until = asked.query("until");
    const filter = {
      project: asked.query("project"),
      agent: asked.query("agent"),
      text: asked.query("text"),
      file: asked.query("file"),
      since: asked.query("since"),
      until: until?.length === 10 ? `${until}T23:59:59.999Z` : until,
    };
    const offset = asked.number("offset", { min: 0, max: 10_000_000, usual: 0 });
    const limit = asked.number("limit", { min: 1, max: 500, usual: 100 });
    const { sessions, total } = await app.overview.sessions(app.call, filter, offset, limit);
    return { sessions: sessions.map(toRow), total };
  },
});

export const forgetSessionRoute = defineRoute<{ sessions: number; exchanges: number; events: number }>({
  method: "POST",
  path: "/api/sessions/:id/forget",
  run: (asked, app) => app.sessions.forget(app.call, { session: asked.part("id") }),
});

export function toRow(session: Session & { readonly name: string }): SessionRow {
  const { id, agent, name, title, branch, model, parent, startedAt, endedAt, exchanges, tokensIn, tokensOut } = session;
  return {
    ...{ id, agent, project: name, title, branch, model, parent, startedAt, endedAt },
    ...{ exchanges, tokensIn, tokensOut },
  };
}
