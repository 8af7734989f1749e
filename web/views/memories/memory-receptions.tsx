import type { MemoryDetail } from "../../../src/surface/http/api-types.js";
import { sessionLink } from "../../app/links.js";
import { AgentName } from "../../components/agent-name.js";
import { InlineText } from "../../components/inline-text.js";
import { formatCount } from "../../components/numbers.js";
import { Time } from "../../components/time.js";

const maxShown = 6;

/** Which sessions received the memory, and whether it helped. */
export function MemoryReceptions({ memory: { received, votes } }: { readonly memory: MemoryDetail }) {
  const helped = votes.helpful + votes.succeeded;
  const failed = votes.unhelpful + votes.failed;
  return (
    <section>
      <h3>Received by sessions</h3>
      <p class="meta">
        {received.length === 0
          ? "No session received it in the last two weeks."
          : `${formatCount(received.length, "session")} in the last two weeks.`}{" "}
        {describeVotes(helped, failed)}
      </p>
      <ul class="fact-list">
        {received.slice(0, maxShown).map(({ session, title, agent, at }) => (
          <li key={session}>
            <a href={sessionLink(session)}>
              <InlineText text={title || "Untitled session"} />
            </a>
            <span class="meta">
              <AgentName agent={agent} /> <Time at={at} />
            </span>
          </li>
        ))}
      </ul>
      {received.length > maxShown && <p class="meta">And {formatCount(received.length - maxShown, "more session")}.</p>}
    </section>
  );
}

function describeVotes(helped: number, failed: number): string {
  const parts = [
    ...(helped > 0 ? [`helped ${formatCount(helped, "time")}`] : []),
    ...(failed > 0 ? [`did not help ${formatCount(failed, "time")}`] : []),
  ];
  return parts.length === 0 ? "" : `It ${parts.join(" and ")}.`;
}
