/** A trace span. */
export interface Span {
  readonly name: string;
  /** Milliseconds since 1970, with fractions. */
  readonly startMs: number;
  readonly endMs: number;
  /** Only names and numbers: never the content of prompts, answers or output. */
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly isError: boolean;
  /** Where it belongs; by default it is a trace of its own. */
  readonly place?: SpanPlace;
}

export interface SpanPlace {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first one of a trace. */
  readonly parentId: string;
  readonly kind: SpanKind;
}

export type SpanKind = "internal" | "server" | "client";

/** Exports spans; off by default. */
export interface Spans {
  /** Returns at once; a collector that is down loses spans but delays nothing. */
  send(span: Span): void;
  /** Sends what is left. */
  close(): Promise<void>;
}

export const noSpans: Spans = { send() {}, close: async () => {} };
