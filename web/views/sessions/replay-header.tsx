import type { Replay } from "../../../src/surface/http/api-types.js";
import { go, linkTo } from "../../app/router.js";
import { AgentName } from "../../components/agent-name.js";
import { Icon } from "../../components/icon.js";
import { InlineText } from "../../components/inline-text.js";
import { formatCount, formatDollars, formatDuration, shortNumber } from "../../components/numbers.js";
import { Time } from "../../components/time.js";
import { ViewHeader } from "../../components/view-header.js";
import { ContinueSession } from "./continue-session.js";
import { FindInSession } from "./find-in-session.js";
import { forgetSession } from "./forget-session.js";
import { shareSession } from "./share-session.js";

interface Props {
  readonly replay: Replay;
  /** The current turn, counted from 1. */
  readonly current: number;
  onMatches(turns: readonly number[]): void;
  onGo(turn: number): void;
}

export function ReplayHeader({ replay, current, onMatches, onGo }: Props) {
  const { session, cost, totalTurns } = replay;
  const durationMs = Date.parse(session.endedAt) - Date.parse(session.startedAt);
  const details = [
    session.project,
    session.branch,
    session.model,
    formatCount(totalTurns, "turn"),
    durationMs > 0 ? formatDuration(durationMs) : "",
    session.tokensIn > 0 ? `${shortNumber(session.tokensIn)} tokens in, ${shortNumber(session.tokensOut)} out` : "",
    cost === undefined ? "" : formatDollars(cost),
  ].filter(Boolean);
  return (
    <ViewHeader
      title={<InlineText text={session.title || "Untitled session"} />}
      about={
        <span class="facts">
          <AgentName agent={session.agent} />
          {details.map((detail) => (
            <span key={detail}>{detail}</span>
          ))}
          <Time at={session.startedAt} />
        </span>
      }
    >
      <FindInSession id={session.id} current={current} onMatches={onMatches} onGo={onGo} />
      <a class="button" href={linkTo(["sessions"])}>
        All sessions
      </a>
      <ContinueSession id={session.id} />
      <button type="button" class="button" onClick={() => shareSession(replay)}>
        Share
      </button>
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
