import { useRef } from "preact/hooks";
import type { ReceiptList, ReceiptRow } from "../../../src/surface/http/api-types.js";
import { get } from "../../api/ask.js";
import { useAnswer } from "../../api/use-answer.js";
import { linkTo } from "../../app/router.js";
import { filtersOf } from "../../app/use-filters.js";
import type { ViewProps } from "../../app/views.js";
import { AgentName } from "../../components/agent-name.js";
import { Empty } from "../../components/empty.js";
import { counted, wholeNumber } from "../../components/numbers.js";
import { ShowAnswer } from "../../components/show-answer.js";
import { Time } from "../../components/time.js";
import { useKeptFocus } from "../../components/use-kept-focus.js";
import { ViewHeader } from "../../components/view-header.js";
import { bySession, type GivenSession } from "./by-session.js";

/** What each session was given without asking, and what it cost. */
export function InjectedView({ place }: ViewProps) {
  const filters = filtersOf(place, ["session"]);
  const session = filters.get("session");
  const answer = useAnswer((signal) => get<ReceiptList>("/api/receipts", { session, limit: 2000 }, signal), [session]);
  const box = useRef<HTMLDivElement>(null);
  useKeptFocus(box);
  return (
    <>
      <ViewHeader
        title="Injected"
        about="What hooks gave to agents without being asked, word for word. Kept for two weeks."
      >
        {session && (
          <button type="button" class="button" onClick={filters.clear}>
            Show all sessions
          </button>
        )}
      </ViewHeader>
      <div ref={box} class="view-body">
        <ShowAnswer answer={answer} rows={8}>
          {({ receipts, tokens }) =>
            receipts.length === 0 ? <NothingGiven /> : <Given sessions={bySession(receipts)} tokens={tokens} />
          }
        </ShowAnswer>
      </div>
    </>
  );
}

interface GivenProps {
  readonly sessions: readonly GivenSession[];
  readonly tokens: number;
}

const Given = ({ sessions, tokens }: GivenProps) => (
  <>
    <dl class="totals">
      <div>
        <dt>Sessions</dt>
        <dd>{wholeNumber(sessions.length)}</dd>
      </div>
      <div>
        <dt>Tokens, about</dt>
        <dd>{wholeNumber(tokens)}</dd>
      </div>
      <div>
        <dt>A session, about</dt>
        <dd>{wholeNumber(Math.round(tokens / sessions.length))}</dd>
      </div>
    </dl>
    <div class="stack">
      {sessions.map((one) => (
        <SessionCard key={one.session} given={one} />
      ))}
    </div>
  </>
);

const SessionCard = ({ given: { session, agent, folder, tokens, receipts } }: { readonly given: GivenSession }) => (
  <section class="card" aria-label={`Session ${session}`}>
    <header>
      <span class="facts">
        <AgentName agent={agent} />
        <span>{folder.split("/").at(-1)}</span>
        <span>{counted(tokens, "token")}</span>
      </span>
      <a href={linkTo(["sessions", session])}>Open session</a>
    </header>
    <ul class="rows">
      {receipts.map((receipt) => (
        <li key={`${receipt.at} ${receipt.event}`}>
          <Receipt receipt={receipt} />
        </li>
      ))}
    </ul>
  </section>
);

const Receipt = ({ receipt: { event, at, tokens, text } }: { readonly receipt: ReceiptRow }) => (
  <details class="receipt">
    <summary>
      <span class="tool-name">{occasions[event] ?? event}</span>
      <span class="tool-summary">{firstTold(text)}</span>
      <span class="meta">{counted(tokens, "token")}</span>
      <span class="meta">
        <Time at={at} />
      </span>
    </summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
    <pre class="output" tabIndex={0}>
      {text}
    </pre>
  </details>
);

/** What is told begins with a line that is always the same; the first after it says more. */
function firstTold(text: string): string {
  const [opening = "", ...told] = text.split("\n").filter((line) => line.trim() !== "");
  return (told[0] ?? opening).replace(/^[-*] /, "");
}

const occasions: Readonly<Record<string, string>> = {
  SessionStart: "At the start",
  UserPromptSubmit: "With a prompt",
  PostToolUseFailure: "After a failure",
};

const NothingGiven = () => (
  <Empty title="Nothing was given yet" icon="receipt">
    <p>
      With hooks, agents are told what is known of a project when a session starts, and the fix when a known error comes
      back. <code>throughline hooks enable</code> sets them up.
    </p>
  </Empty>
);
