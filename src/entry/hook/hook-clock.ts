/** Hosts end a hook after five seconds (`hookTimeoutSeconds`): it gives up before, so that the miss is recorded. */
const maxWaitMs = 4000;
const checkEveryMs = 50;

/** The time that a hook may take. */
export interface HookClock {
  /** Whether a share of the allowed work is done, or half of the allowed wait is over. */
  isPast(share: number): boolean;
  /** Resolves when the hook has to give up, with the reason. */
  readonly over: Promise<string>;
  stop(): void;
}

/**
 * Counts CPU time, not the time that the process waits for a processor: on a busy machine a hook would otherwise run out
 * of time before it starts. The host's own limit still applies.
 */
export function startHookClock(maxWorkMs: number): HookClock {
  const limitMs = Math.max(maxWaitMs, maxWorkMs);
  const workMs = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<string>((resolve) => {
    timer = setInterval(() => {
      if (workMs() > maxWorkMs) resolve("more work than archive.hookDeadline allows");
      else if (performance.now() > limitMs) resolve("the machine was too busy");
    }, checkEveryMs);
  });
  return {
    isPast: (share) => workMs() > maxWorkMs * share || performance.now() > limitMs / 2,
    over,
    stop: () => clearInterval(timer),
  };
}
