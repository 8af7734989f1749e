/** Lets callers through one at a time, in order of arrival. */
export function createMutex(): <T>(body: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (body) => {
    const result = last.then(body, body);
    last = result.catch(() => {});
    return result;
  };
}
