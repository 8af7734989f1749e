import type { DayActivity } from "../../../src/surface/http/api-types.js";
import { linkTo } from "../../app/router.js";
import { AgentName } from "../../components/agent-name.js";
import { formatCount, shortNumber } from "../../components/numbers.js";
import { sumByAgent } from "./activity-columns.js";

/** Sessions and tokens of each agent; each leads to its sessions. */
export function AgentTokens({ rows }: { readonly rows: readonly DayActivity[] }) {
  const sums = sumByAgent(rows);
  const max = Math.max(1, ...sums.map(({ tokens }) => tokens));
  return (
    <ul class="agent-tokens">
      {sums.map(({ agent, sessions, tokens }) => (
        <li key={agent}>
          <a class="agent-row" href={linkTo(["sessions"], { agent })}>
            <AgentName agent={agent} />
            <span class="agent-track" aria-hidden="true">
              <span class="activity-bar" data-agent={agent} style={{ width: `${(100 * tokens) / max}%` }} />
            </span>
            <span class="meta">
              {formatCount(sessions, "session")}
              {tokens > 0 && `, ${shortNumber(tokens)} tokens`}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
