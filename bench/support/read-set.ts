import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

/** A line of a corpus file. */
export interface CorpusLine {
  readonly id: string;
  readonly text: string;
  readonly time?: string;
  readonly title?: string;
  readonly session?: string;
  readonly kind?: string;
}

/** A line of a queries file. */
export interface QueryLine {
  readonly id: string;
  readonly query: string;
  readonly relevant: readonly string[];
}

/** Reads a file of one JSON object per line without holding all of it in memory. */
export async function* readLines<T>(file: string): AsyncGenerator<T> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) if (line.trim() !== "") yield JSON.parse(line) as T;
}
