import type { MemoryDetail } from "../../../src/surface/http/api-types.js";
import { get } from "../../api/ask.js";
import { useAnswer } from "../../api/use-answer.js";
import { linkTo } from "../../app/router.js";
import { Markdown } from "../../components/markdown.js";
import { ShowAnswer } from "../../components/show-answer.js";
import { Time } from "../../components/time.js";
import { MemoryActions } from "./memory-actions.js";
import { MemoryBadges } from "./memory-badges.js";
import { MemoryEvidence } from "./memory-evidence.js";
import type { MemoryFilters } from "./memory-filters.js";
import { MemoryHistory } from "./memory-history.js";
import { SimilarMemories } from "./near-memories.js";
import { StaleNotice } from "./stale-notice.js";
import { TrustChart } from "./trust-chart.js";

interface Props {
  readonly id: string;
  readonly filters: MemoryFilters;
}

export function MemoryDetailPane({ id, filters }: Props) {
  const answer = useAnswer((stop) => get<MemoryDetail>(`/api/memories/${encodeURIComponent(id)}`, {}, stop), [id]);
  return (
    <ShowAnswer answer={answer} rows={6}>
      {(memory) => (
        <article class="detail">
          <header>
            <div class="row wrap">
              <MemoryBadges memory={memory} isFull />
            </div>
            <h2>{memory.title}</h2>
            <p class="meta">
              {memory.projectName} · by {memory.author} · <Time at={memory.createdAt} />
            </p>
          </header>
          {memory.supersededBy && (
            <p class="notice">
              <span>A newer memory says this now.</span>
              <a class="button" href={linkTo(["memories", memory.supersededBy], filters)}>
                Open it
              </a>
            </p>
          )}
          <MemoryActions memory={memory} filters={filters} />
          <StaleNotice memory={memory} />
          <Markdown text={memory.content} />
          {memory.tags.length > 0 && (
            <p class="row wrap">
              {memory.tags.map((tag) => (
                <a key={tag} class="tag" href={linkTo(["memories"], { tag })}>
                  {tag}
                </a>
              ))}
            </p>
          )}
          <TrustChart memory={memory} />
          <MemoryEvidence memory={memory} />
          <SimilarMemories memory={memory} filters={filters} />
          <MemoryHistory memory={memory} />
        </article>
      )}
    </ShowAnswer>
  );
}
