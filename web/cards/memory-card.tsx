import { useRef, useState } from "preact/hooks";
import { Badge } from "../components/badge.js";
import { Empty } from "../components/empty.js";
import { Markdown } from "../components/markdown.js";
import { Meter } from "../components/meter.js";
import { useStableFocus } from "../components/use-stable-focus.js";
import type { Host } from "./host.js";

interface Memory {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly confidence: number;
  readonly state: string;
  readonly possibly_stale?: boolean;
}

interface Props {
  readonly answer: Readonly<Record<string, unknown>>;
  readonly host: Host;
  /** Whether the memories are to be reviewed. */
  readonly isReview: boolean;
}

/** Memories that an agent found, with buttons to verify or reject them. */
export function MemoryCard({ answer, host, isReview }: Props) {
  const memories = (Array.isArray(answer.memories) ? answer.memories : []) as readonly Memory[];
  if (memories.length === 0)
    return <Empty title={isReview ? "Nothing to review" : "No memory matches"} icon="memory" />;
  return (
    <ul class="card-list">
      {memories.map((memory) => (
        <li key={memory.id}>
          <MemoryItem memory={memory} host={host} />
        </li>
      ))}
    </ul>
  );
}

function MemoryItem({ memory, host }: { readonly memory: Memory; readonly host: Host }) {
  const [state, setState] = useState(memory.state);
  const [problem, setProblem] = useState("");
  const actions = useRef<HTMLDivElement>(null);
  useStableFocus(actions);
  const setMemoryState = (next: string) =>
    host.callTool("memory_update", { memory_id: memory.id, state: next }).then(
      () => setState(next),
      (error: Error) => setProblem(error.message),
    );
  return (
    <article class="panel stack">
      <div class="row wrap">
        <h2>{memory.title}</h2>
        {memory.possibly_stale && <Badge tone="warning">possibly stale</Badge>}
        <Badge tone={state === "verified" ? "good" : state === "rejected" ? "bad" : "warning"}>{state}</Badge>
        <Meter value={memory.confidence} />
      </div>
      <Markdown text={memory.content} />
      <div ref={actions} class="detail-actions">
        {state !== "verified" && (
          <button type="button" class="button primary" onClick={() => setMemoryState("verified")}>
            Verify<span class="visually-hidden"> {memory.title}</span>
          </button>
        )}
        {state !== "rejected" && (
          <button type="button" class="button" onClick={() => setMemoryState("rejected")}>
            Reject<span class="visually-hidden"> {memory.title}</span>
          </button>
        )}
        {state !== memory.state && (
          <button type="button" class="button" onClick={() => setMemoryState(memory.state)}>
            Undo<span class="visually-hidden"> for {memory.title}</span>
          </button>
        )}
      </div>
      {problem && (
        <p role="alert" class="problem-text">
          {problem}
        </p>
      )}
    </article>
  );
}
