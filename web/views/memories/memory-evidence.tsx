import type { MemoryDetail } from "../../../src/surface/http/api-types.js";
import { Badge } from "../../components/badge.js";
import { Icon } from "../../components/icon.js";
import { Time } from "../../components/time.js";

/** Who recorded it and when, and its anchors. */
export const MemoryEvidence = ({ memory }: { readonly memory: MemoryDetail }) => (
  <section>
    <h3>Evidence</h3>
    <ul class="fact-list">
      {memory.evidence.toReversed().map(({ at, author, title, from }) => (
        <li key={`${at}-${title}`}>
          <span>{title}</span>
          <span class="meta">
            {author}, <Time at={at} />
            {from && ` · from ${from}`}
          </span>
        </li>
      ))}
    </ul>
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
