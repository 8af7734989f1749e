import type { HitGroup } from "../../../src/base/text/group-hits.js";
import { tidySnippet } from "../../../src/base/text/tidy-snippet.js";
import type { SearchHitRow } from "../../../src/surface/http/api-types.js";
import { documentLink } from "../../app/links.js";
import { AgentName } from "../../components/agent-name.js";
import { Badge } from "../../components/badge.js";
import { Highlighted } from "../../components/highlighted.js";
import { InlineText } from "../../components/inline-text.js";
import { formatCount } from "../../components/numbers.js";
import { Time } from "../../components/time.js";
import { ExplainPanel } from "./explain-panel.js";
import { nameOfKind } from "./kinds.js";

/** One search result: kind, title, snippet with matches, and origin. */
export function Hit({ hit, others, query }: HitGroup<SearchHitRow> & { readonly query: string }) {
  const { kind, title, project, agent, at, files, snippet, why, score, confidence } = hit;
  const link = documentLink(hit);
  const label = title || hit.id;
  return (
    <article class="hit">
      <div class="hit-head">
        <Badge tone="accent">{nameOfKind(kind)}</Badge>
        {link ? (
          <a class="hit-title" href={link}>
            <InlineText text={label} />
          </a>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: j and k stop at every result, also at one without a page of its own.
          <span class="hit-title" tabIndex={0}>
            <InlineText text={label} />
          </span>
        )}
      </div>
      <p class="hit-snippet">
        <Highlighted {...tidySnippet(snippet)} />
      </p>
      <div class="session-meta">
        {project && <span>{project}</span>}
        {agent && <AgentName agent={agent} />}
        {files[0] && <code class="optional">{files[0]}</code>}
        <Time at={at} />
      </div>
      {others.length > 0 && (
        <details class="hit-others">
          <summary>{formatCount(others.length, "similar result")}</summary>
          <ul>
            {others.map((other) => (
              <li key={other.id} class="facts">
                <a href={documentLink(other) ?? "#/search"}>
                  <InlineText text={other.title || other.id} />
                </a>
                {other.agent && <AgentName agent={other.agent} />}
                <Time at={other.at} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {why && <ExplainPanel why={why} score={score} confidence={confidence} query={query} />}
    </article>
  );
}
