/** Why an operation failed, from the caller's point of view. */
export type Problem = "invalid" | "missing" | "conflict" | "forbidden" | "unavailable" | "limited";

/** How each problem shows on every surface. The surfaces and the reference page read this table. */
export const problems: Record<
  Problem,
  { remedy: string; code: string; exit: number; http: 400 | 403 | 404 | 409 | 429 | 503 }
> = {
  invalid: { remedy: "the caller corrects the call", code: "INVALID_INPUT", exit: 2, http: 400 },
  missing: { remedy: "the caller uses another name or id", code: "NOT_FOUND", exit: 3, http: 404 },
  conflict: { remedy: "the caller reads, merges and retries", code: "CONFLICT", exit: 4, http: 409 },
  forbidden: { remedy: "a person grants or approves it", code: "UNAUTHORIZED", exit: 5, http: 403 },
  unavailable: { remedy: "the caller retries later", code: "UNAVAILABLE", exit: 6, http: 503 },
  limited: {
    remedy: "the caller waits as long as the answer says, then retries",
    code: "RATE_LIMITED",
    exit: 7,
    http: 429,
  },
};

/** What a bug looks like from outside: details go to the log, never to the caller. */
export const bug = { code: "INTERNAL_ERROR", exit: 70, http: 500 } as const;

export interface AppErrorOptions {
  /** What to do next. */
  readonly hint?: string;
  /** A more specific code, where the contract has one. */
  readonly code?: string;
  /** Machine-readable details. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** The code of an error of the system or of a driver; empty without one. */
export const systemCode = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "";

/** Whether the database can be read but not written: read-only, or its disk is full. */
export const isUnwritable = (error: unknown): boolean =>
  error instanceof AppError && error.details.unwritable !== undefined;

/** An expected failure: `message` says what happened, `hint` what to do next. Anything else thrown is a bug. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly hint: string | undefined;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    readonly problem: Problem,
    message: string,
    options: AppErrorOptions = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.hint = options.hint;
    this.code = options.code ?? problems[problem].code;
    this.details = options.details ?? {};
  }
}
