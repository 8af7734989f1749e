import type { MemoryDetail } from "../../../src/surface/http/api-types.js";
import { get } from "../../api/request.js";
import { useAnswer } from "../../api/use-answer.js";
import { memoryLink } from "../../app/links.js";
import { linkTo } from "../../app/router.js";
import { service } from "../../app/team.js";
import { InlineText } from "../../components/inline-text.js";
import { ItemTitle } from "../../components/item-title.js";
import { Markdown } from "../../components/markdown.js";
import { ShowAnswer } from "../../components/show-answer.js";
import { Time } from "../../components/time.js";
import { ConfidenceChart } from "./confidence-chart.js";
import { MemoryActions } from "./memory-actions.js";
import { MemoryBadges } from "./memory-badges.js";
import { MemoryEvidence } from "./memory-evidence.js";
import type { MemoryFilters } from "./memory-filters.js";
import { MemoryHistory } from "./memory-history.js";
import { MemoryReceptions } from "./memory-receptions.js";
import { RuleDecisions } from "./rule-decisions.js";
import { SimilarMemories } from "./similar-memories.js";
import { StaleNotice } from "./stale-notice.js";

interface Props {
  readonly id: string;
  readonly filters: MemoryFilters;
  /** Called after an action that finishes the review of this memory. */
  onDone(): void;
}

export function MemoryDetailPane({ id, filters, onDone }: Props) {
  const answer = useAnswer((stop) => get<MemoryDetail>(`/api/memories/${encodeURIComponent(id)}`, {}, stop), [id]);
  return (
    <ShowAnswer answer={answer} rows={6}>
      {(memory) => (
        <article class="detail">
          <ItemTitle title={memory.title} />
          <header>
            <div class="row wrap">
              <MemoryBadges memory={memory} isFull />
            </div>
            <h2>
              <InlineText text={memory.title} />
            </h2>
            <p class="meta">
              {memory.projectName} · by {memory.author} · <Time at={memory.createdAt} />
            </p>
          </header>
          {memory.supersededBy && (
            <p class="notice">
              <span>A newer memory supersedes this one.</span>
              <a class="button" href={memoryLink(memory.supersededBy, filters)}>
                Open the newer one
              </a>
            </p>
          )}
          <MemoryActions memory={memory} filters={filters} onDone={onDone} />
          <StaleNotice memory={memory} onDone={onDone} />
          <Markdown text={memory.content} />
          {!service && <RuleDecisions memory={memory} onDone={onDone} />}
          {memory.tags.length > 0 && (
            <p class="row wrap">
              {memory.tags.map((tag) => (
                <a key={tag} class="tag" href={linkTo(["memories"], { tag })}>
                  {tag}
                </a>
              ))}
            </p>
          )}
          <ConfidenceChart memory={memory} />
          {!service && <MemoryReceptions memory={memory} />}
          <MemoryEvidence memory={memory} />
          <SimilarMemories memory={memory} filters={filters} />
          <MemoryHistory memory={memory} />
        </article>
      )}
    </ShowAnswer>
  );
}
