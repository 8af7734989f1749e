import type { ComponentChildren } from "preact";
import type { UsageRow } from "../../../src/surface/http/api-types.js";
import { formatCount, formatDollars, shortNumber } from "../../components/numbers.js";

interface Props {
  readonly title: string;
  readonly rows: readonly (UsageRow & { readonly label: ComponentChildren; readonly href: string })[];
}

const maxRows = 6;

/** Sessions, tokens and cost of each agent or project; each leads to its sessions. */
export function UsageBars({ title, rows }: Props) {
  const max = Math.max(1, ...rows.map(({ tokens }) => tokens));
  return (
    <section class="usage">
      <h3 class="news-title">{title}</h3>
      <ul class="usage-rows">
        {rows.slice(0, maxRows).map(({ id, label, href, sessions, tokens, cost }) => (
          <li key={id}>
            <a class="usage-row" href={href}>
              <span class="usage-name">{label}</span>
              <span class="usage-track" aria-hidden="true">
                <span class="activity-bar" data-agent={id} style={{ width: `${(100 * tokens) / max}%` }} />
              </span>
              <span class="meta">{formatCount(sessions, "session")}</span>
              <span class="meta">{tokens > 0 ? `${shortNumber(tokens)} tokens` : ""}</span>
              <span class="meta">{cost === undefined ? "" : formatDollars(cost)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
