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

type Work = (stopping: AbortSignal) => Promise<unknown>;

/** Repeats work until it returns false. It keeps no process alive. */
export function repeat(work: Work, { everyMs, delayMs = everyMs, failed }: Pace): Job {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  const run = async () => {
    const isOver = await work(stopping.signal).then((result) => result === false, failed);
    if (!isOver && !stopping.signal.aborted) wait(everyMs);
  };
  const wait = (ms: number) => {
    timer = setTimeout(() => {
      running = run();
    }, ms).unref();
  };
  wait(delayMs);
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
