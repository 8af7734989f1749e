import type { MemoryDetail, MemoryRow } from "../../../src/surface/http/api-types.js";
import { DiffView } from "../../components/diff-view.js";
import { Time } from "../../components/time.js";

/** Earlier versions, each with the changes to its successor. */
export function MemoryHistory({ memory }: { readonly memory: MemoryDetail }) {
  if (memory.history.length === 0) return null;
  const versions: readonly MemoryRow[] = [memory, ...memory.history];
  return (
    <section>
      <h3>Earlier versions</h3>
      {memory.history.map((older, i) => (
        <details key={older.id} open={i === 0}>
          <summary>
            {older.title}{" "}
            <span class="meta">
              <Time at={older.createdAt} />
            </span>
          </summary>
          <DiffView
            before={textOf(older)}
            after={textOf(versions[i] ?? memory)}
            label={`Changes since ${older.title}`}
          />
        </details>
      ))}
    </section>
  );
}

const textOf = ({ title, content }: MemoryRow): string => `${title}\n\n${content}\n`;
