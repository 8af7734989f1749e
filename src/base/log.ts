export type LogLevel = "error" | "info" | "debug";

export type LogFields = Readonly<Record<string, unknown>>;

export interface LogEntry extends LogFields {
  readonly at: string;
  readonly level: LogLevel;
  readonly event: string;
}

/** An event name and fields, no sentences: `log.info("memory.search", { hits, ms })`. */
export interface Log {
  error(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  debug(event: string, fields?: LogFields): void;
  /** The same log with fields that every entry carries. */
  child(fields: LogFields): Log;
}

export type LogSink = (entry: LogEntry) => void;

const ranks: Record<LogLevel, number> = { error: 0, info: 1, debug: 2 };

export function createLog(sink: LogSink, options: { level: LogLevel; now(): Date }, shared: LogFields = {}): Log {
  const write = (level: LogLevel) => (event: string, fields?: LogFields) => {
    if (ranks[level] > ranks[options.level]) return;
    sink({ at: options.now().toISOString(), level, event, ...shared, ...fields });
  };
  return {
    error: write("error"),
    info: write("info"),
    debug: write("debug"),
    child: (fields) => createLog(sink, options, { ...shared, ...fields }),
  };
}

export const silentLog: Log = createLog(() => {}, { level: "error", now: () => new Date(0) });
