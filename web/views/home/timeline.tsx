import { useRef } from "preact/hooks";
import type { SessionPage, SessionRow } from "../../../src/surface/http/api-types.js";
import { get } from "../../api/request.js";
import { useAnswer } from "../../api/use-answer.js";
import { sessionLink } from "../../app/links.js";
import { linkTo } from "../../app/router.js";
import { AgentName } from "../../components/agent-name.js";
import { InlineText } from "../../components/inline-text.js";
import { formatCount } from "../../components/numbers.js";
import { ShowAnswer } from "../../components/show-answer.js";
import { Time } from "../../components/time.js";
import { useStableFocus } from "../../components/use-stable-focus.js";

const shownSessions = 15;
const dayName = new Intl.DateTimeFormat("en", { weekday: "long", day: "numeric", month: "long" });

/** The newest sessions of every project, by day. */
export function Timeline() {
  const answer = useAnswer((signal) => get<SessionPage>("/api/sessions", { limit: shownSessions }, signal), []);
  const box = useRef<HTMLElement>(null);
  useStableFocus(box);
  return (
    <section ref={box} class="card" aria-labelledby="timeline-title">
      <header>
        <h2 id="timeline-title">Recent sessions</h2>
        <a href={linkTo(["sessions"])}>All sessions</a>
      </header>
      <ShowAnswer answer={answer} rows={8}>
        {({ sessions }) =>
          byDay(sessions).map(([day, rows]) => (
            <div key={day}>
              <h3 class="day">{day}</h3>
              <ul class="rows">
                {rows.map((session) => (
                  <li key={session.id}>
                    <a class="timeline-row" href={sessionLink(session.id)}>
                      <span class="timeline-dot" data-agent={session.agent} aria-hidden="true" />
                      <span class="session-title">
                        <InlineText text={session.title || "Untitled session"} />
                      </span>
                      <span class="session-meta">
                        <span>{session.project}</span>
                        <AgentName agent={session.agent} />
                        <span class="optional">{formatCount(session.exchanges, "exchange")}</span>
                        <Time at={session.endedAt} />
                      </span>
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))
        }
      </ShowAnswer>
    </section>
  );
}

function byDay(sessions: readonly SessionRow[]): [string, SessionRow[]][] {
  const days = new Map<string, SessionRow[]>();
  for (const session of sessions) {
    const day = dayName.format(new Date(session.endedAt));
    days.set(day, [...(days.get(day) ?? []), session]);
  }
  return [...days];
}
