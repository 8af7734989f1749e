import { useState } from "preact/hooks";
import type { MemoryDetail, SimilarMemory } from "../../../src/surface/http/api-types.js";
import { linkTo } from "../../app/router.js";
import { Badge } from "../../components/badge.js";
import type { MemoryFilters } from "./memory-filters.js";
import { MergeMemories } from "./merge-memories.js";

/** From here on, two memories are likely to say the same. */
const likely = 0.5;

interface Props {
  readonly memory: MemoryDetail;
  readonly filters: MemoryFilters;
}

export function SimilarMemories({ memory, filters }: Props) {
  const [other, setOther] = useState<SimilarMemory>();
  if (memory.near.length === 0) return null;
  return (
    <section>
      <h3>Related</h3>
      <ul class="fact-list">
        {memory.near.map((one) => (
          <li key={one.id}>
            <a href={linkTo(["memories", one.id], filters)}>{one.title}</a>
            {one.similarity >= likely && <Badge tone="warning">nearly the same</Badge>}
            <span class="meta">{Math.round(one.similarity * 100)}% of the words</span>
            {!memory.supersededBy && (
              <button type="button" class="link-button" onClick={() => setOther(one)}>
                Merge<span class="visually-hidden"> with {one.title}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      <MergeMemories memory={memory} other={other} filters={filters} onClose={() => setOther(undefined)} />
    </section>
  );
}
