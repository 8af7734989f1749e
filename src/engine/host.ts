/** Properties of the machine, used by `doctor` and to identify the caller. */
export interface Host {
  readonly nodeVersion: string;
  readonly platform: string;
  readonly user: string;
  readonly name: string;
  /** The user's home folder. */
  readonly home: string;
  /** The first line of `command --version`, or undefined when there is no such command. */
  versionOf(command: string): Promise<string | undefined>;
  /** Bytes free on the disk that holds `path`. */
  freeBytes(path: string): Promise<number>;
  /** Whether `path`, or the nearest folder above it that exists, is on a network file system. */
  isOnNetwork(path: string): Promise<boolean>;
  /** Permission bits such as 0o700, or undefined when there is no such path. */
  modeOf(path: string): Promise<number | undefined>;
  setMode(path: string, mode: number): Promise<void>;
  /** False where the system does not say. */
  isOnBattery(): Promise<boolean>;
}
