import { Empty } from "../../components/empty.js";
import type { MemoryFilters } from "./memory-filters.js";

/** Says how memories come about, or that nothing waits. */
export function NoMemories({ filters }: { readonly filters: MemoryFilters }) {
  if (filters.state === "candidate" && !filters.project && !filters.tag)
    return (
      <Empty title="Nothing waits for review" icon="check">
        <p>New lessons come here first. You decide which ones agents may rely on.</p>
      </Empty>
    );
  if (Object.values(filters).some(Boolean))
    return (
      <Empty title="No memory fits" icon="memory">
        <p>Take a filter away to see more.</p>
      </Empty>
    );
  return (
    <Empty title="No memories yet" icon="memory">
      <p>
        Agents record a lesson with <code>memory_record</code> once they have learned it; fixes found in sessions come
        here too. Record one yourself:
      </p>
      <pre class="code-line">
        <code>throughline memory record "Title" "What you learned"</code>
      </pre>
    </Empty>
  );
}
