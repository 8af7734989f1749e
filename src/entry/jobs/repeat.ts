/** Work that goes on while a process runs. */
export interface Job {
  /** Returns when the work of this moment has ended. */
  stop(): Promise<void>;
}

interface Pace {
  /** From the end of one piece of work to the next one. */
  readonly everyMs: number;
  /** Before the first one. */
  readonly delayMs?: number;
  /** Receives the error of a piece of work; the next one follows. */
  failed(error: unknown): void;
}

/** Repeats work until it returns false. It keeps no process alive. */
export function repeat(work: () => Promise<unknown>, { everyMs, delayMs = everyMs, failed }: Pace): Job {
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  const run = async () => {
    const isOver = await work().then((result) => result === false, failed);
    if (!isOver && !isStopped) wait(everyMs);
  };
  const wait = (ms: number) => {
    timer = setTimeout(() => {
      running = run();
    }, ms).unref();
  };
  wait(delayMs);
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
