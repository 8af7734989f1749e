/** Everything a run printed, written as it comes. */
export interface Transcript {
  readonly path: string;
  write(text: string): void;
  close(): void;
}

/** The files that runs leave behind. */
export interface RunFiles {
  /** A new file for the output of one run; private to the user. */
  openTranscript(folder: string, id: string): Transcript;
  remove(path: string): Promise<void>;
}
