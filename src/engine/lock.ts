/** Mutual exclusion between all processes of the machine. */
export interface Lock {
  /** Runs `body` while holding the lock of the file `path`. The system releases it when the process ends. */
  hold<T>(path: string, body: () => Promise<T>): Promise<T>;
}
