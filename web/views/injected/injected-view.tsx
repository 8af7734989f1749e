import { useRef } from "preact/hooks";
import type { ReceiptList, ReceiptRow } from "../../../src/surface/http/api-types.js";
import { get } from "../../api/request.js";
import { useAnswer } from "../../api/use-answer.js";
import { sessionLink } from "../../app/links.js";
import { readUrlFilters } from "../../app/url-filters.js";
import type { ViewProps } from "../../app/views.js";
import { AgentName } from "../../components/agent-name.js";
import { Empty } from "../../components/empty.js";
import { InlineText } from "../../components/inline-text.js";
import { formatCount, wholeNumber } from "../../components/numbers.js";
import { ShowAnswer } from "../../components/show-answer.js";
import { Time } from "../../components/time.js";
import { useStableFocus } from "../../components/use-stable-focus.js";
import { ViewHeader } from "../../components/view-header.js";
import { groupBySession, type SessionReceipts } from "./group-by-session.js";

/** The context that hooks injected into each session, and its tokens. */
export function InjectedView({ route }: ViewProps) {
  const filters = readUrlFilters(route, ["session"]);
  const session = filters.get("session");
  const answer = useAnswer((signal) => get<ReceiptList>("/api/receipts", { session, limit: 2000 }, signal), [session]);
  const box = useRef<HTMLDivElement>(null);
  useStableFocus(box);
  return (
    <>
      <ViewHeader title="Injected" about="The exact context that hooks added to each session. Stored for two weeks.">
        {session && (
          <button type="button" class="button" onClick={filters.clear}>
            Show all sessions
          </button>
        )}
      </ViewHeader>
      <div ref={box} class="view-body">
        <ShowAnswer answer={answer} rows={8}>
          {({ receipts, tokens }) =>
            receipts.length === 0 ? (
              <NoReceipts />
            ) : (
              <ReceiptSummary sessions={groupBySession(receipts)} tokens={tokens} />
            )
          }
        </ShowAnswer>
      </div>
    </>
  );
}

interface SummaryProps {
  readonly sessions: readonly SessionReceipts[];
  readonly tokens: number;
}

const ReceiptSummary = ({ sessions, tokens }: SummaryProps) => (
  <>
    <dl class="totals">
      <div>
        <dt>Sessions</dt>
        <dd>{wholeNumber(sessions.length)}</dd>
      </div>
      <div>
        <dt>Tokens, estimated</dt>
        <dd>{wholeNumber(tokens)}</dd>
      </div>
      <div>
        <dt>Tokens per session</dt>
        <dd>{wholeNumber(Math.round(tokens / sessions.length))}</dd>
      </div>
    </dl>
    <div class="stack">
      {sessions.map((group) => (
        <SessionCard key={group.session} group={group} />
      ))}
    </div>
  </>
);

const SessionCard = ({ group: { session, agent, folder, tokens, receipts } }: { readonly group: SessionReceipts }) => (
  <section class="card" aria-label={`Session ${session}`}>
    <header>
      <span class="facts">
        <AgentName agent={agent} />
        <span>{folder.split("/").at(-1)}</span>
        <span>{formatCount(tokens, "token")}</span>
      </span>
      <a href={sessionLink(session)}>Open session</a>
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
      <span class="tool-summary">
        <InlineText text={summaryLine(text)} />
      </span>
      <span class="meta">{formatCount(tokens, "token")}</span>
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

/** Injected context begins with a fixed introduction and headings; the first item says more. */
function summaryLine(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return (lines.find((line) => /^[-*] /.test(line)) ?? lines[0] ?? "").replace(/^[-*] /, "");
}

const occasions: Readonly<Record<string, string>> = {
  SessionStart: "Session start",
  UserPromptSubmit: "With a prompt",
  PostToolUseFailure: "After a failure",
};

const NoReceipts = () => (
  <Empty title="No context injected yet" icon="receipt">
    <p>
      With hooks, agents receive project context when a session starts, and the fix when a known error happens again.{" "}
      <code>throughline hooks enable</code> sets them up.
    </p>
  </Empty>
);
