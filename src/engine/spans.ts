/** One piece of work that somebody may want to see on a time line. */
export interface Span {
  readonly name: string;
  readonly startedAt: Date;
  readonly endedAt: Date;
  /** Names and numbers alone: never what was asked, answered or printed. */
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly isError: boolean;
}

/** Where spans go; nowhere unless a setting says so. */
export interface Spans {
  /** Returns at once; a collector that is down loses spans and delays nobody. */
  send(span: Span): void;
}

export const noSpans: Spans = { send() {} };
