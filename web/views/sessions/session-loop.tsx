import type { Replay } from "../../../src/surface/http/api-types.js";
import { fixLink, memoryLink } from "../../app/links.js";
import { InlineText } from "../../components/inline-text.js";
import { formatCount } from "../../components/numbers.js";

type Props = Pick<Replay, "received" | "learned">;

/** In one line: what the session received, and what was learned from it. */
export function SessionLoop({ received, learned }: Props) {
  const tokens = received.reduce((sum, receipt) => sum + receipt.tokens, 0);
  const memories = new Map(received.flatMap((receipt) => receipt.memories).map((receipt) => [receipt.id, receipt]));
  return (
    <p class="session-loop">
      <span>
        {received.length === 0
          ? "Received no context."
          : `Received context ${formatCount(received.length, "time")} (${formatCount(tokens, "token")}).`}
      </span>{" "}
      {memories.size > 0 && (
        <span>
          Memories:{" "}
          {[...memories.values()].map(({ id, title }, i) => (
            <span key={id}>
              {i > 0 && ", "}
              <a href={memoryLink(id)}>
                <InlineText text={title.replace(/\.$/, "")} />
              </a>
            </span>
          ))}
          .
        </span>
      )}{" "}
      {learned.length > 0 && (
        <span>
          Learned here:{" "}
          {learned.map(({ kind, id, title }, i) => (
            <span key={id}>
              {i > 0 && ", "}
              <a href={kind === "fix" ? fixLink(id) : memoryLink(id)}>
                <InlineText text={title.replace(/\.$/, "")} />
              </a>
            </span>
          ))}
          .
        </span>
      )}
    </p>
  );
}
