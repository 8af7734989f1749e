/** A queue per name that lets `max` through at a time, in order of arrival; removed when it is empty. */
export function createQueues(max: number) {
  const queues = new Map<string, { running: number; readonly waiting: (() => void)[] }>();
  return async <T>(name: string, body: () => Promise<T>): Promise<T> => {
    const queue = queues.get(name) ?? { running: 0, waiting: [] };
    queues.set(name, queue);
    if (queue.running >= max) await new Promise<void>((resolve) => queue.waiting.push(resolve));
    else queue.running++;
    try {
      return await body();
    } finally {
      const next = queue.waiting.shift();
      if (next) next();
      else queue.running--;
      if (queue.running === 0) queues.delete(name);
    }
  };
}
