import { useState } from "preact/hooks";
import type { MemoryDetail, SimilarMemory } from "../../../src/surface/http/api-types.js";
import { memoryLink } from "../../app/links.js";
import { Badge } from "../../components/badge.js";
import type { MemoryFilters } from "./memory-filters.js";
import { MergeMemories } from "./merge-memories.js";

/** From this similarity on, two memories are likely duplicates. */
const duplicateThreshold = 0.5;

interface Props {
  readonly memory: MemoryDetail;
  readonly filters: MemoryFilters;
}

export function SimilarMemories({ memory, filters }: Props) {
  const [other, setOther] = useState<SimilarMemory>();
  if (memory.similar.length === 0) return null;
  return (
    <section>
      <h3>Similar memories</h3>
      <ul class="fact-list">
        {memory.similar.map((one) => (
          <li key={one.id}>
            <a href={memoryLink(one.id, filters)}>{one.title}</a>
            {one.similarity >= duplicateThreshold && <Badge tone="warning">likely duplicate</Badge>}
            <span class="meta">{Math.round(one.similarity * 100)}% of words in common</span>
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
