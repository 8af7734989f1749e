import { formatCount } from "../../../src/base/text/plural.js";
import type { MemoryDetail } from "../../../src/surface/http/api-types.js";
import { sessionLink } from "../../app/links.js";
import { Badge } from "../../components/badge.js";
import { Icon } from "../../components/icon.js";
import { Time } from "../../components/time.js";

const EvidenceSource = ({ from }: { readonly from: string }) => {
  const session = /^session (\S+)$/.exec(from)?.[1];
  return session ? <a href={sessionLink(session)}>{from}</a> : <span>{from}</span>;
};

/** Who recorded it and when, the words it rests on, what writing it cost, and its anchors. */
export const MemoryEvidence = ({ memory }: { readonly memory: MemoryDetail }) => (
  <section>
    <h3>Evidence</h3>
    <ul class="fact-list">
      {memory.evidence.toReversed().map(({ at, author, title, from, quote }) => (
        <li key={`${at}-${title}-${quote}`}>
          {quote ? <q>{quote}</q> : <span>{title}</span>}
          <span class="meta">
            {author}, <Time at={at} />
            {from && " · from "}
            {from && <EvidenceSource from={from} />}
          </span>
        </li>
      ))}
    </ul>
    {memory.distilled && (
      <p class="meta">
        Written by {memory.distilled.model}: {formatCount(memory.distilled.tokens, "token")} for{" "}
        {formatCount(memory.distilled.lessons, "lesson")},{" "}
        {memory.distilled.cost > 0 ? `$${memory.distilled.cost.toFixed(4)}` : "price unknown"}
      </p>
    )}
    {memory.anchors.length > 0 && (
      <ul class="fact-list" aria-label="Related files">
        {memory.anchors.map((name) => (
          <li key={name}>
            <Icon name="file" size={15} />
            <code>{name}</code>
            {memory.stale.includes(name) && <Badge tone="warning">changed</Badge>}
          </li>
        ))}
      </ul>
    )}
  </section>
);
