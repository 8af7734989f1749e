import { service } from "../../app/team.js";
import { CommandLine } from "../../components/copy-button.js";
import { Empty } from "../../components/empty.js";
import type { MemoryFilters } from "./memory-filters.js";

/** Explains how memories are recorded, or that the queue is empty. */
export function NoMemories({ filters }: { readonly filters: MemoryFilters }) {
  if (filters.state === "candidate" && !filters.project && !filters.tag)
    return (
      <Empty title="Nothing to review" icon="check">
        <p>New lessons appear here first. You decide which ones agents receive.</p>
      </Empty>
    );
  if (Object.values(filters).some(Boolean))
    return (
      <Empty title="No memory matches" icon="memory">
        <p>Clear a filter to see more.</p>
      </Empty>
    );
  if (service) return <Empty title="No memories yet" icon="memory" />;
  return (
    <Empty title="No memories yet" icon="memory">
      <p>Agents record what they learn, and lessons found in past sessions appear here too. Record one yourself:</p>
      <CommandLine command='throughline memory record "Title" "What you learned"' />
    </Empty>
  );
}
