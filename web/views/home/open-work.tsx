import type { OpenWork } from "../../../src/surface/http/api-types.js";
import { Badge } from "../../components/badge.js";
import { InlineText } from "../../components/inline-text.js";
import { Time } from "../../components/time.js";

/** Open tasks and their blockers. */
export const OpenWorkCard = ({ work }: { readonly work: readonly OpenWork[] }) => (
  <section class="card" aria-labelledby="work-title">
    <header>
      <h2 id="work-title">In progress</h2>
    </header>
    {work.length === 0 && <p class="card-body quiet">No open task. Agents record here what they are working on.</p>}
    <ul class="rows">
      {work.map(({ project, folder, task, blockers, updatedAt }) => (
        <li key={folder} class="work">
          <span>
            <InlineText text={task || "No task"} />
          </span>
          <span class="meta row wrap">
            {project} <Time at={updatedAt} />
          </span>
          {blockers.map((blocker) => (
            <span key={blocker} class="blocker">
              <Badge tone="warning">blocked</Badge>
              <InlineText text={blocker} />
            </span>
          ))}
        </li>
      ))}
    </ul>
  </section>
);
