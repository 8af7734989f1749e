import { useCallback, useEffect, useState } from "preact/hooks";
import { reconnects } from "./connection.js";
import { changes } from "./live.js";

export interface Answer<T> {
  /** The last good answer; it stays while a newer one loads. */
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
 * Sends a request once, again when `inputs` change, and again after a change event, unless `followsChanges` is false.
 * Answers to an outdated request are dropped.
 */
export function useAnswer<T>(
  request: (signal: AbortSignal) => Promise<T>,
  inputs: readonly unknown[],
  followsChanges = true,
): Answer<T> {
  const [state, setState] = useState<State<T>>({ value: undefined, error: undefined, isLoading: true });
  const [attempt, setAttempt] = useState(0);
  const version = followsChanges ? changes.value : reconnects.value;
  useEffect(() => {
    const stop = new AbortController();
    setState((last) => ({ ...last, isLoading: true }));
    request(stop.signal)
      .then((value) => stop.signal.aborted || setState({ value, error: undefined, isLoading: false }))
      .catch((error: Error) => stop.signal.aborted || setState((last) => ({ ...last, error, isLoading: false })));
    return () => stop.abort();
  }, [...inputs, attempt, version]);
  return { ...state, reload: useCallback(() => setAttempt((last) => last + 1), []) };
}
