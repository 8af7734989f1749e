/** A trace span. */
export interface Span {
  readonly name: string;
  readonly startedAt: Date;
  readonly endedAt: Date;
  /** Only names and numbers: never the content of prompts, answers or output. */
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly isError: boolean;
}

/** Exports spans; off by default. */
export interface Spans {
  /** Returns at once; a collector that is down loses spans but delays nothing. */
  send(span: Span): void;
}

export const noSpans: Spans = { send() {} };
