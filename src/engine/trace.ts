import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import { noSpans, type Span, type SpanKind, type Spans } from "./spans.js";

type Attributes = Span["attributes"];

interface NewSpan {
  readonly name: string;
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
}

/** The span that the current work is part of. */
interface CurrentSpan {
  readonly spans: Spans;
  readonly traceId: string;
  readonly spanId: string;
}

const current = new AsyncLocalStorage<CurrentSpan>();

/** `body` learns more attributes while it runs. */
type SpanBody<T> = (add: (attributes: Attributes) => void) => Promise<T>;

/** Runs `body` as a span of the current trace; without one, nothing is recorded. */
export function inSpan<T>(span: NewSpan, body: SpanBody<T>): Promise<T> {
  const parent = current.getStore();
  return parent ? record(span, parent, body) : body(() => {});
}

/** Runs `body` as the first span of this process in the trace that a `traceparent` header (W3C) names, or in a new one. */
export function inTrace<T>(spans: Spans, span: NewSpan, traceparent: string, body: SpanBody<T>): Promise<T> {
  const caller = readTraceparent(traceparent);
  if (spans === noSpans || caller?.isSampled === false) return body(() => {});
  const traceId = caller?.traceId ?? randomBytes(16).toString("hex");
  return record({ kind: "server", ...span }, { spans, traceId, spanId: caller?.spanId ?? "" }, body);
}

async function record<T>(
  { name, kind = "internal", attributes = {} }: NewSpan,
  { spans, traceId, spanId: parentId }: CurrentSpan,
  body: SpanBody<T>,
): Promise<T> {
  const spanId = randomBytes(8).toString("hex");
  const startMs = nowMs();
  let known = attributes;
  let isError = true;
  const add = (more: Attributes) => {
    known = { ...known, ...more };
  };
  try {
    const result = await current.run({ spans, traceId, spanId }, () => body(add));
    isError = false;
    return result;
  } finally {
    const place = { traceId, spanId, parentId, kind };
    spans.send({ name, startMs, endMs: nowMs(), attributes: known, isError, place });
  }
}

/** Finer than the clock of `Date`: many statements take less than a millisecond. */
const nowMs = () => performance.timeOrigin + performance.now();

function readTraceparent(header: string) {
  const [, version, traceId = "", spanId = "", flags = ""] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/.exec(header) ?? [];
  const isValid = version !== undefined && version !== "ff" && /[^0]/.test(traceId) && /[^0]/.test(spanId);
  return isValid ? { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 } : undefined;
}
