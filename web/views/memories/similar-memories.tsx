import { useState } from "preact/hooks";
import type { MemoryDetail, SimilarMemory } from "../../../src/surface/http/api-types.js";
import { memoryLink } from "../../app/links.js";
import { mayWrite } from "../../app/team.js";
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
  const [mergeCandidate, setMergeCandidate] = useState<SimilarMemory>();
  if (memory.similar.length === 0) return null;
  return (
    <section>
      <h3>Similar memories</h3>
      <ul class="fact-list">
        {memory.similar.map((similar) => (
          <li key={similar.id}>
            <a href={memoryLink(similar.id, filters)}>{similar.title}</a>
            {similar.similarity >= duplicateThreshold && <Badge tone="warning">likely duplicate</Badge>}
            <span class="meta">{Math.round(similar.similarity * 100)}% of words in common</span>
            {!memory.supersededBy && mayWrite() && (
              <button type="button" class="link-button" onClick={() => setMergeCandidate(similar)}>
                Merge<span class="visually-hidden"> with {similar.title}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      <MergeMemories
        memory={memory}
        other={mergeCandidate}
        filters={filters}
        onClose={() => setMergeCandidate(undefined)}
      />
    </section>
  );
}
