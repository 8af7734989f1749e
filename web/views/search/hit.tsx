import type { SearchHitRow } from "../../../src/surface/http/api-types.js";
import { documentLink } from "../../app/links.js";
import { AgentName } from "../../components/agent-name.js";
import { Badge } from "../../components/badge.js";
import { Highlighted } from "../../components/highlighted.js";
import { InlineText } from "../../components/inline-text.js";
import { Time } from "../../components/time.js";
import { ExplainPanel } from "./explain-panel.js";
import { nameOfKind } from "./kinds.js";

/** One search result: kind, title, snippet with matches, and origin. */
export function Hit({ hit }: { readonly hit: SearchHitRow }) {
  const { kind, title, project, agent, at, files, snippet, why, score, confidence } = hit;
  const link = documentLink(hit);
  const shown = title || hit.id;
  return (
    <article class="hit">
      <div class="hit-head">
        <Badge tone="accent">{nameOfKind(kind)}</Badge>
        {link ? (
          <a class="hit-title" href={link}>
            <InlineText text={shown} />
          </a>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: j and k stop at every result, also at one without a page of its own.
          <span class="hit-title" tabIndex={0}>
            <InlineText text={shown} />
          </span>
        )}
      </div>
      <p class="hit-snippet">
        <Highlighted text={snippet.text} marks={snippet.marks} />
      </p>
      <div class="session-meta">
        {project && <span>{project}</span>}
        {agent && <AgentName agent={agent} />}
        {files[0] && <code class="optional">{files[0]}</code>}
        <Time at={at} />
      </div>
      {why && <ExplainPanel why={why} score={score} confidence={confidence} />}
    </article>
  );
}
