/** Runs `body` at the first call of a period, and once more at its end if there were further calls. */
export function throttle(periodMs: number, body: () => void): () => void {
  let isResting = false;
  let isDue = false;
  const run = () => {
    body();
    isResting = true;
    setTimeout(() => {
      isResting = false;
      if (isDue) run();
    }, periodMs).unref();
    isDue = false;
  };
  return () => {
    if (isResting) isDue = true;
    else run();
  };
}
