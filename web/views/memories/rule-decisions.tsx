import type { MemoryDetail } from "../../../src/surface/http/api-types.js";
import { changes } from "../../api/live.js";
import { post, urlOf } from "../../api/request.js";
import { InlineText } from "../../components/inline-text.js";
import { formatCount } from "../../components/numbers.js";
import { notify } from "../../components/toasts.js";

interface Props {
  readonly memory: Pick<MemoryDetail, "id" | "guards" | "offeredIn">;
  /** The repository of a convention. */
  readonly folder?: string;
  onDone(): void;
}

/** The guards of a rule in plain words, and whether it should hold everywhere. */
export function RuleDecisions({ memory: { id, guards, offeredIn }, folder, onDone }: Props) {
  const decide = (decision: string, text: string) => () =>
    post(urlOf(`/api/memories/${encodeURIComponent(id)}/decide`, folder ? { folder } : {}), { decision }).then(
      () => {
        changes.value++;
        onDone();
        notify(text);
      },
      (error: Error) => notify(error.message, "failure"),
    );
  const button = (label: string, decision: string, text: string) => (
    <button type="button" class="button" onClick={decide(decision, text)}>
      {label}
    </button>
  );
  const isHeld = guards.some(({ state }) => state === "accepted");
  const isProposed = guards.some(({ state }) => state === "proposed");
  return (
    <>
      {guards.length > 0 && (
        <section>
          <h3>Guards</h3>
          <ul class="fact-list">
            {guards.map(({ about, state, stops, overruled, instead }) => (
              <li key={about}>
                <span>
                  <InlineText text={instead ? `${about}. The right way: ${instead}` : about} />
                </span>
                <span class="meta">
                  {state}
                  {stops > 0 && `, ${formatCount(stops, "stop")}`}
                  {overruled > 0 && `, overruled ${overruled}`}
                </span>
              </li>
            ))}
          </ul>
          <div class="row wrap">
            {isProposed && button("Ask me before it", "accept", "Agents are asked from now on")}
            {isProposed && button("Stop it", "deny", "Agents are stopped from now on")}
            {isHeld && button("Loosen", "loosen", "Loosened")}
            {(isHeld || isProposed) && button(isHeld ? "Remove" : "Decline", "remove", "The guard does not hold")}
          </div>
        </section>
      )}
      {offeredIn.length > 1 && (
        <div class="notice">
          <p>You said this in {formatCount(offeredIn.length, "project")}. Use it everywhere?</p>
          <div class="row wrap">
            {button("Use it everywhere", "everywhere", "Holds in every project")}
            {button("Only here", "here", "Stays in its project")}
          </div>
        </div>
      )}
    </>
  );
}
