import type { ComponentChildren } from "preact";
import { isOffline } from "../api/connection.js";
import type { Answer } from "../api/use-answer.js";
import { Problem } from "./problem.js";
import { Skeleton } from "./skeleton.js";

interface Props<T> {
  readonly answer: Answer<T>;
  readonly rows?: number;
  children(value: T): ComponentChildren;
}

/** Shows a loaded answer, a placeholder while it loads, or the error with what to do. */
export function ShowAnswer<T>({ answer, rows = 5, children }: Props<T>) {
  const { value, error, reload } = answer;
  return (
    <>
      {error && !(value !== undefined && isOffline.value) && <Problem error={error} onRetry={reload} />}
      {value === undefined ? !error && <Skeleton rows={rows} /> : children(value)}
    </>
  );
}
