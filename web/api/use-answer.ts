import { useCallback, useEffect, useState } from "preact/hooks";
import { changes } from "./live.js";

export interface Answer<T> {
  /** The last good answer; it stays while a newer one is on its way, so that nothing jumps. */
  readonly value: T | undefined;
  readonly error: Error | undefined;
  readonly isLoading: boolean;
  reload(): void;
}

interface State<T> {
  readonly value: T | undefined;
  readonly error: Error | undefined;
  readonly isLoading: boolean;
}

/**
 * Asks once, again when `inputs` change, and again when the server tells of a change, unless `followsChanges` is false.
 * Late answers are dropped.
 */
export function useAnswer<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  inputs: readonly unknown[],
  followsChanges = true,
): Answer<T> {
  const [state, setState] = useState<State<T>>({ value: undefined, error: undefined, isLoading: true });
  const [turn, setTurn] = useState(0);
  const version = followsChanges ? changes.value : 0;
  useEffect(() => {
    const stop = new AbortController();
    setState((last) => ({ ...last, isLoading: true }));
    ask(stop.signal)
      .then((value) => stop.signal.aborted || setState({ value, error: undefined, isLoading: false }))
      .catch((error: Error) => stop.signal.aborted || setState((last) => ({ ...last, error, isLoading: false })));
    return () => stop.abort();
  }, [...inputs, turn, version]);
  return { ...state, reload: useCallback(() => setTurn((last) => last + 1), []) };
}
