import type { Replay, ReplayTurn } from "../../../src/surface/http/api-types.js";
import { Icon } from "../../components/icon.js";
import { Markdown } from "../../components/markdown.js";
import { Time } from "../../components/time.js";
import { ReceivedContext } from "./received-context.js";
import { ToolCall } from "./tool-call.js";

interface Props {
  readonly turn: ReplayTurn;
  readonly folder: string;
  readonly isTarget: boolean;
  /** What hooks injected in this turn. */
  readonly received: Replay["received"];
  onHistory(path: string): void;
}

export const Turn = ({ turn: { turn, events }, folder, isTarget, received, onHistory }: Props) => (
  <section class="turn" aria-label={`Turn ${turn}`} data-target={isTarget ? "" : undefined}>
    {received.map((receipt) => (
      <ReceivedContext key={`${receipt.at} ${receipt.event}`} receipt={receipt} />
    ))}
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

const speakers = { prompt: "Person", answer: "Agent", summary: "Summary of the earlier conversation" } as const;
