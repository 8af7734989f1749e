/** Hosts end a hook after five seconds (`hookTimeoutSeconds`): it gives up before, so that the miss is recorded. */
const maxWaitMs = 4000;
const checkEveryMs = 50;

/** The time that a hook may take. */
export type HookClock = ReturnType<typeof startHookClock>;

/**
 * Counts CPU time, not the time that the process waits for a processor: on a busy machine a hook would otherwise run out
 * of time before it starts. The host's own limit still applies.
 */
export function startHookClock(maxWorkMs: number) {
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
    /** Whether a share of the allowed work is done, or half of the allowed wait is over. */
    isPast: (share: number): boolean => workMs() > maxWorkMs * share || performance.now() > limitMs / 2,
    /** Resolves when the hook has to give up, with the reason. */
    over,
    stop: (): void => clearInterval(timer),
  };
}
