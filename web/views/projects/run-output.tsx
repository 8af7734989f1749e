import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { RunOutput as Output } from "../../../src/surface/http/api-types.js";
import { get } from "../../api/ask.js";
import { useAnswer } from "../../api/use-answer.js";

/** What a run prints goes to a file, of which no change is told. */
const everyMs = 1500;

/** What a run has printed, while it runs as it comes; whoever reads at its end stays at the end. */
export function RunOutput({ id, isLive }: { readonly id: string; readonly isLive: boolean }) {
  const turn = useTurns(isLive);
  const answer = useAnswer(
    (stop) => get<Output>(`/api/runs/${encodeURIComponent(id)}/output`, {}, stop),
    [id, isLive, turn],
  );
  const box = useRef<HTMLPreElement>(null);
  const wasAtEnd = box.current === null || isAtEnd(box.current);
  useLayoutEffect(() => {
    if (isLive && wasAtEnd && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [answer.value?.text]);
  return (
    <section>
      <h3>Output</h3>
      {answer.value?.text ? (
        <>
          {!answer.value.isWhole && <p class="meta">The end of it.</p>}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
          <pre ref={box} class="output run-output" tabIndex={0}>
            {answer.value.text}
          </pre>
        </>
      ) : (
        <p class="quiet">{isLive ? "It has printed nothing yet." : "It has printed nothing that is kept."}</p>
      )}
    </section>
  );
}

/** Counts up while something goes on. */
function useTurns(isOn: boolean): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const timer = isOn ? setInterval(() => setTurn((last) => last + 1), everyMs) : undefined;
    return () => clearInterval(timer);
  }, [isOn]);
  return turn;
}

/** Half a line more or less is the end too. */
const isAtEnd = ({ scrollTop, clientHeight, scrollHeight }: HTMLElement): boolean =>
  scrollTop + clientHeight > scrollHeight - 10;
