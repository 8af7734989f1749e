import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { RunOutput as Output } from "../../../src/surface/http/api-types.js";
import { get } from "../../api/request.js";
import { useAnswer } from "../../api/use-answer.js";

/** A run prints to a file, which sends no change events. */
const pollMs = 1500;

/** The output of a run, live while it runs; scrolled to its end, it stays there. */
export function RunOutput({ id, isLive }: { readonly id: string; readonly isLive: boolean }) {
  const tick = useTicks(isLive);
  const answer = useAnswer(
    (stop) => get<Output>(`/api/runs/${encodeURIComponent(id)}/output`, {}, stop),
    [id, isLive, tick],
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
          {!answer.value.isWhole && <p class="meta">Only the end is shown.</p>}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
          <pre ref={box} class="output run-output" tabIndex={0}>
            {answer.value.text}
          </pre>
        </>
      ) : (
        <p class="quiet">{isLive ? "No output yet." : "No output was stored."}</p>
      )}
    </section>
  );
}

/** Counts up at an interval while `isOn`. */
function useTicks(isOn: boolean): number {
  const [tick, setTick] = useState(0);
  useEffect(() => {
    const timer = isOn ? setInterval(() => setTick((last) => last + 1), pollMs) : undefined;
    return () => clearInterval(timer);
  }, [isOn]);
  return tick;
}

/** With a tolerance of half a line. */
const isAtEnd = ({ scrollTop, clientHeight, scrollHeight }: HTMLElement): boolean =>
  scrollTop + clientHeight > scrollHeight - 10;
