/** Whether someone waits for an answer on this machine, in any process: background work stops meanwhile. */
export interface Activity {
  /** Someone waits from now on, until the returned function is called. */
  begin(): () => void;
  /** Resolves once nobody has been waiting for a moment, or when the signal aborts. */
  quiet(signal?: AbortSignal): Promise<void>;
}

/** Where nothing else is going on. */
export const noActivity: Activity = { begin: () => () => {}, quiet: async () => {} };
