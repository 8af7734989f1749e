import { useState } from "preact/hooks";
import type { PatternRow } from "../../../src/surface/http/api-types.js";
import { get } from "../../api/request.js";
import { useAnswer } from "../../api/use-answer.js";
import { sessionLink } from "../../app/links.js";
import { Badge } from "../../components/badge.js";
import { Empty } from "../../components/empty.js";
import { FilterSelect } from "../../components/field.js";
import { formatCount } from "../../components/numbers.js";
import { ShowAnswer } from "../../components/show-answer.js";
import { Time } from "../../components/time.js";

const kinds = [
  { value: "", label: "All kinds" },
  { value: "command", label: "Commands" },
  { value: "tool", label: "Tools" },
  { value: "error", label: "Errors" },
  { value: "code", label: "Edits" },
  { value: "architecture", label: "Designs" },
];

/** Commands, tools, errors and edits that recur in the sessions of every project. */
export function PatternList() {
  const [kind, setKind] = useState("");
  const answer = useAnswer((stop) => get<{ patterns: readonly PatternRow[] }>("/api/patterns", { kind }, stop), [kind]);
  return (
    <div class="view-body stack">
      <div class="filters">
        <FilterSelect label="Kind" value={kind} options={kinds} onChange={setKind} />
      </div>
      <ShowAnswer answer={answer}>
        {({ patterns }) =>
          patterns.length === 0 ? (
            <Empty title="No patterns yet" icon="sessions">
              <p>Commands, tools, errors and edits that recur in several sessions are listed here.</p>
            </Empty>
          ) : (
            <ol class="patterns">
              {patterns.map(({ kind: patternKind, pattern, frequency, failures, lastUsed, session }) => (
                <li key={`${patternKind} ${pattern}`}>
                  <meter
                    min={0}
                    max={patterns[0]?.frequency ?? 1}
                    value={frequency}
                    aria-label={`${formatCount(frequency, "time")}`}
                  />
                  <span class="pattern-count">{frequency}</span>
                  <code>{pattern}</code>
                  <Badge>{patternKind}</Badge>
                  {patternKind !== "error" && failures > 0 && (
                    <Badge tone="warning">{formatCount(failures, "failure")}</Badge>
                  )}
                  <span class="meta">
                    <Time at={lastUsed} />
                  </span>
                  {session && <a href={sessionLink(session)}>Example</a>}
                </li>
              ))}
            </ol>
          )
        }
      </ShowAnswer>
    </div>
  );
}
