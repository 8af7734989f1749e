import type { RunRow } from "../../../src/surface/http/api-types.js";
import { changes } from "../../api/live.js";
import { callTool } from "../../api/request.js";
import { useAnswer } from "../../api/use-answer.js";
import { Badge } from "../../components/badge.js";
import { ItemTitle } from "../../components/item-title.js";
import { formatCount, formatDollars, formatDuration } from "../../components/numbers.js";
import { ShowAnswer } from "../../components/show-answer.js";
import { Time } from "../../components/time.js";
import { notify } from "../../components/toasts.js";
import { RunOutput } from "./run-output.js";
import { isLiveRun, statusTones } from "./runs.js";

/** One run: its request, output and result. It refreshes while it runs. */
export function RunDetail({ id }: { readonly id: string }) {
  const answer = useAnswer(
    async () => (await callTool<{ runs: readonly RunRow[] }>("run_status", { id })).runs[0],
    [id],
  );
  const result = useAnswer(
    () => callTool<{ answer: unknown }>("run_result", { id }).catch(() => ({ answer: null })),
    [id],
  );
  return (
    <ShowAnswer answer={answer}>
      {(run) =>
        run && (
          <article class="detail">
            <ItemTitle title={run.request} />
            <header>
              <div class="row wrap">
                <Badge tone={statusTones[run.status] ?? "plain"}>{run.status}</Badge>
                <Badge>{run.kind}</Badge>
              </div>
              <h2>{run.request}</h2>
              <p class="meta">
                {[run.repo, run.agent, formatDuration(run.durationMs)].filter(Boolean).join(" · ")} ·{" "}
                <Time at={run.startedAt} />
              </p>
            </header>
            {isLiveRun(run) && (
              <div class="detail-actions">
                <button type="button" class="button danger" onClick={() => cancel(id)}>
                  Cancel
                </button>
              </div>
            )}
            {run.error && <p class="problem-text">{run.error}</p>}
            <ul class="facts quiet">
              <li>{formatCount(run.tokens, "token")}</li>
              <li>{formatDollars(run.cost)}</li>
            </ul>
            {result.value?.answer != null && (
              <section>
                <h3>Result</h3>
                <pre class="output">{formatAnswer(result.value.answer)}</pre>
              </section>
            )}
            <RunOutput id={id} isLive={isLiveRun(run)} />
          </article>
        )
      }
    </ShowAnswer>
  );
}

function formatAnswer(answer: unknown): string {
  const text = typeof answer === "object" && answer !== null && "answer" in answer ? answer.answer : answer;
  return typeof text === "string" ? text : JSON.stringify(text, null, 2);
}

/** At once and without undo: a run costs money while it lasts. */
const cancel = (id: string): Promise<void> =>
  callTool<{ wasRunning: boolean }>("run_cancel", { id }).then(
    ({ wasRunning }) => {
      changes.value++;
      notify(wasRunning ? "Run cancelled" : "The run had already ended");
    },
    (error: Error) => notify(error.message, "failure"),
  );
