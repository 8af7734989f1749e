import type { RecallSummary } from "../../../src/surface/http/api-types.js";
import { get } from "../../api/request.js";
import { useAnswer } from "../../api/use-answer.js";
import { memoryLink } from "../../app/links.js";
import { linkTo } from "../../app/router.js";
import { InlineText } from "../../components/inline-text.js";
import { formatCount, shortNumber } from "../../components/numbers.js";
import { ShowAnswer } from "../../components/show-answer.js";

/** What agents received from earlier work, whether it helped, and what it cost. */
export function RecallCard() {
  const answer = useAnswer((signal) => get<RecallSummary>("/api/recall", {}, signal), []);
  return (
    <section class="card" aria-labelledby="recall-title">
      <header>
        <h2 id="recall-title">Recalled for your agents</h2>
        <a href={linkTo(["injected"])}>Details</a>
      </header>
      <ShowAnswer answer={answer} rows={2}>
        {(recall) => <Recall {...recall} />}
      </ShowAnswer>
    </section>
  );
}

function Recall({ sessions, characters, tokens, helped, didNotHelp, memories }: RecallSummary) {
  if (sessions === 0)
    return (
      <p class="card-body quiet">
        No session received context in the last two weeks. <code>throughline hooks enable</code> sets it up.
      </p>
    );
  const votes = helped + didNotHelp;
  return (
    <div class="card-body stack">
      <dl class="recall">
        <div>
          <dt>Sessions</dt>
          <dd>{shortNumber(sessions)}</dd>
        </div>
        {votes > 0 && (
          <div>
            <dt>Helped</dt>
            <dd>{`${helped} of ${votes}`}</dd>
          </div>
        )}
        <div>
          <dt>Cost</dt>
          <dd title={`about ${formatCount(tokens, "token")}`}>{shortNumber(characters)} characters</dd>
        </div>
      </dl>
      {memories.length > 0 && (
        <ul class="stack">
          {memories.map(({ id, title, sessions: count }) => (
            <li key={id} class="news">
              <a href={memoryLink(id)}>
                <InlineText text={title} />
              </a>
              <span class="meta">received by {formatCount(count, "session")}</span>
            </li>
          ))}
        </ul>
      )}
      <p class="meta">Last two weeks.{votes === 0 && " No one has rated it yet."}</p>
    </div>
  );
}
