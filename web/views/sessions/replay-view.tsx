import { useEffect, useState } from "preact/hooks";
import type { Replay, ReplayTurn } from "../../../src/surface/http/api-types.js";
import { get } from "../../api/request.js";
import { useAnswer } from "../../api/use-answer.js";
import { go, linkTo, type Route } from "../../app/router.js";
import { AgentName } from "../../components/agent-name.js";
import { Icon } from "../../components/icon.js";
import { InlineText } from "../../components/inline-text.js";
import { Markdown } from "../../components/markdown.js";
import { counted, duration, shortNumber } from "../../components/numbers.js";
import { Problem } from "../../components/problem.js";
import { ShowAnswer } from "../../components/show-answer.js";
import { Time } from "../../components/time.js";
import { ViewHeader } from "../../components/view-header.js";
import { FileHistory } from "./file-history.js";
import { forgetSession } from "./forget-session.js";
import { ToolCall } from "./tool-call.js";

interface Props {
  readonly id: string;
  readonly route: Route;
}

const turnsAtOnce = 50;

/** A session turn by turn. */
export function ReplayView({ id, route }: Props) {
  const [turns, setTurns] = useState(turnsAtOnce);
  const key = route.query.get("key") ?? "";
  const answer = useAnswer(
    (signal) => get<Replay>(`/api/sessions/${encodeURIComponent(id)}`, { turns, key }, signal),
    [id, turns, key],
  );
  useEffect(() => {
    if (answer.value && key) document.querySelector("[data-target]")?.scrollIntoView({ block: "start" });
  }, [answer.value === undefined, key]);
  if (answer.error && !answer.value) return <NoSession error={answer.error} />;
  return (
    <ShowAnswer answer={answer} rows={10}>
      {(replay) => (
        <>
          <ReplayHeader replay={replay} />
          <Turns replay={replay} target={key} />
          {replay.turns.length < replay.totalTurns && (
            <div class="view-body">
              <button type="button" class="button" onClick={() => setTurns(turns + turnsAtOnce)}>
                Show more ({counted(replay.totalTurns, "turn")} in total)
              </button>
            </div>
          )}
        </>
      )}
    </ShowAnswer>
  );
}

const NoSession = ({ error }: { readonly error: Error }) => (
  <>
    <ViewHeader title="Session">
      <a class="button" href={linkTo(["sessions"])}>
        All sessions
      </a>
    </ViewHeader>
    <div class="view-body">
      <Problem error={error} />
    </div>
  </>
);

function ReplayHeader({ replay: { session, cost } }: { readonly replay: Replay }) {
  const took = Date.parse(session.endedAt) - Date.parse(session.startedAt);
  const facts = [
    session.project,
    session.branch,
    session.model,
    counted(session.exchanges, "exchange"),
    took > 0 ? duration(took) : "",
    session.tokensIn > 0 ? `${shortNumber(session.tokensIn)} tokens in, ${shortNumber(session.tokensOut)} out` : "",
    cost === undefined ? "" : `$${cost.toFixed(2)}`,
  ].filter(Boolean);
  return (
    <ViewHeader
      title={<InlineText text={session.title || "Untitled session"} />}
      about={
        <span class="facts">
          <AgentName agent={session.agent} />
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
          <Time at={session.startedAt} />
        </span>
      }
    >
      <a class="button" href={linkTo(["sessions"])}>
        All sessions
      </a>
      <button
        type="button"
        class="button danger"
        onClick={() => {
          forgetSession(session.id);
          go(["sessions"]);
        }}
      >
        <Icon name="trash" size={16} />
        Forget
      </button>
    </ViewHeader>
  );
}

function Turns({ replay, target }: { readonly replay: Replay; readonly target: string }) {
  const [file, setFile] = useState<string>();
  return (
    <div class="view-body replay">
      {replay.turns.map((turn) => (
        <Turn key={turn.turn} turn={turn} folder={replay.session.folder} target={target} onHistory={setFile} />
      ))}
      <FileHistory path={file} folder={replay.session.folder} onClose={() => setFile(undefined)} />
    </div>
  );
}

interface TurnProps {
  readonly turn: ReplayTurn;
  readonly folder: string;
  readonly target: string;
  onHistory(path: string): void;
}

function Turn({ turn: { turn, events }, folder, target, onHistory }: TurnProps) {
  const isTarget = events.some((event) => "key" in event && event.key === target);
  return (
    <section class="turn" aria-label={`Turn ${turn}`} data-target={isTarget ? "" : undefined}>
      {events.map((event, i) =>
        event.kind === "call" ? (
          <ToolCall key={i} call={event} folder={folder} onHistory={onHistory} />
        ) : (
          <div key={i} class={`said ${event.kind}`}>
            <span class="said-by">
              <Icon name={event.kind === "prompt" ? "person" : "agent"} size={16} />
              {speakers[event.kind]}
              <Time at={event.at} />
            </span>
            {event.kind === "prompt" ? <p class="prompt-text">{event.text}</p> : <Markdown text={event.text} />}
          </div>
        ),
      )}
    </section>
  );
}

const speakers = { prompt: "Person", answer: "Agent", summary: "Summary of the earlier conversation" } as const;
