/** Facts about the machine that only `doctor` and identity ask for. */
export interface Host {
  readonly nodeVersion: string;
  readonly platform: string;
  readonly user: string;
  readonly name: string;
  /** The person's own folder. */
  readonly home: string;
  /** What `command --version` prints first, or undefined when there is no such command. */
  versionOf(command: string): Promise<string | undefined>;
  /** Bytes free on the disk that holds `path`. */
  freeBytes(path: string): Promise<number>;
  /** Whether `path`, or the nearest folder above it that exists, is on a disk of another machine. */
  isOnNetwork(path: string): Promise<boolean>;
  /** Permission bits such as 0o700, or undefined when there is no such path. */
  modeOf(path: string): Promise<number | undefined>;
  setMode(path: string, mode: number): Promise<void>;
}
