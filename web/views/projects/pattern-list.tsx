import { useState } from "preact/hooks";
import { callTool } from "../../api/ask.js";
import { useAnswer } from "../../api/use-answer.js";
import { linkTo } from "../../app/router.js";
import { Badge } from "../../components/badge.js";
import { Empty } from "../../components/empty.js";
import { FilterSelect } from "../../components/field.js";
import { counted } from "../../components/numbers.js";
import { ShowAnswer } from "../../components/show-answer.js";
import { Time } from "../../components/time.js";

interface Patterns {
  readonly patterns: readonly {
    readonly type: string;
    readonly pattern: string;
    readonly frequency: number;
    readonly lastUsed: string;
    readonly examples: readonly { readonly sessionId: string }[];
  }[];
}

const kinds = [
  { value: "all", label: "Every kind" },
  { value: "command", label: "Commands" },
  { value: "code", label: "Edits" },
  { value: "architecture", label: "Designs" },
];

/** What recurs in sessions of every project. */
export function PatternList() {
  const [type, setType] = useState("all");
  const answer = useAnswer(() => callTool<Patterns>("get_patterns", { type, minFrequency: 2, limit: 50 }), [type]);
  return (
    <div class="view-body stack">
      <div class="filters">
        <FilterSelect label="Kind" value={type} options={kinds} onChange={setType} />
      </div>
      <ShowAnswer answer={answer}>
        {({ patterns }) =>
          patterns.length === 0 ? (
            <Empty title="Nothing recurs yet" icon="sessions">
              <p>Commands and edits that come back in several sessions are listed here.</p>
            </Empty>
          ) : (
            <ol class="patterns">
              {patterns.map(({ type: kind, pattern, frequency, lastUsed, examples }) => (
                <li key={`${kind} ${pattern}`}>
                  <meter
                    min={0}
                    max={patterns[0]?.frequency ?? 1}
                    value={frequency}
                    aria-label={`${counted(frequency, "time")}`}
                  />
                  <span class="pattern-count">{frequency}</span>
                  <code>{pattern}</code>
                  <Badge>{kind}</Badge>
                  <span class="meta">
                    <Time at={lastUsed} />{" "}
                    {examples[0] && <a href={linkTo(["sessions", examples[0].sessionId])}>a session</a>}
                  </span>
                </li>
              ))}
            </ol>
          )
        }
      </ShowAnswer>
    </div>
  );
}
