/** The value of a promise, or `fallback` if it takes longer than `ms`. The work itself is not cancelled. */
export async function withTimeout<T, Fallback>(
  promise: Promise<T>,
  ms: number,
  fallback: Fallback,
): Promise<T | Fallback> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Fallback>((resolve) => {
    timer = setTimeout(() => resolve(fallback), ms);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
