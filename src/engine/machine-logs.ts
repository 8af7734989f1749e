/** The logs of a person's machines in a place that all of them reach. A machine writes only its own. */
export interface MachineLogs {
  /** Names of each machine's segments, as the place has them now. A segment is named by its content and never changes. */
  list(): Promise<ReadonlyMap<string, readonly string[]>>;
  /** In the order of the names. */
  read(machine: string, names: readonly string[]): Promise<Uint8Array[]>;
  /** Adds segments to a machine's log, then removes others. */
  change(machine: string, added: ReadonlyMap<string, Uint8Array>, removed: readonly string[]): Promise<void>;
  /** Whether the place has logs under another key. */
  hasOtherKeys(): Promise<boolean>;
  /** Removes the logs of all machines under this key. */
  removeAll(): Promise<void>;
  /** Removes what a local copy still has of removed segments. */
  eraseRemoved(): Promise<void>;
}

/** `remote` is a folder or anything that git can push to; `space` a name that only the key yields. */
export type OpenMachineLogs = (remote: string, space: string) => Promise<MachineLogs>;

export const segmentName = /^[0-9a-f]{32}$/;
