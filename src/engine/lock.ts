/** One at a time, across every process of the machine. */
export interface Lock {
  /** Runs `body` while nobody else holds the lock that lives in the file `path`. It ends with the process that holds it. */
  hold<T>(path: string, body: () => Promise<T>): Promise<T>;
}
