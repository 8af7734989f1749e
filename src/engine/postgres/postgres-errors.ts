import { AppError } from "../../base/errors.js";

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** The network's and the driver's names for a connection that is not there; classes 08 and 57P are the server's. */
const gone = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EAI_AGAIN", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "EPIPE"],
  ...["ENOENT", "CONNECT_TIMEOUT", "CONNECTION_CLOSED", "CONNECTION_ENDED", "CONNECTION_DESTROYED"],
  ...["57P01", "57P02", "57P03", "57P05", "25P03"],
]);

export const isGone = (error: unknown): boolean => gone.has(codeOf(error)) || codeOf(error).startsWith("08");

/** Failures that say: the same again would have worked. */
const passing = new Set(["40001", "40P01"]);
export const isPassing = (error: unknown): boolean => passing.has(codeOf(error));

interface Answer {
  readonly problem: "unavailable" | "forbidden" | "invalid";
  say(at: string): string;
  readonly hint: string;
}

const readOnly: Answer = {
  problem: "unavailable",
  say: (at) => `The database ${at} is read-only, for example a replica. Nothing was written.`,
  hint: "Name the primary server in the setting database, or all hosts with target_session_attrs=read-write.",
};

const answers: Record<string, Answer> = {
  "28P01": {
    problem: "unavailable",
    say: (at) => `The database ${at} does not accept this user and password.`,
    hint: "Correct them in the setting database (THROUGHLINE_DATABASE).",
  },
  "28000": {
    problem: "unavailable",
    say: (at) => `The database ${at} refuses this user from this host.`,
    hint: "Check the server's pg_hba.conf, and sslmode in the setting database.",
  },
  "3D000": {
    problem: "unavailable",
    say: (at) => `The server has no database ${at}.`,
    hint: "Create it with `createdb`, or correct the name in the setting database.",
  },
  "25006": readOnly,
  "42501": {
    problem: "forbidden",
    say: (at) => `The database ${at} denied access: the rows belong to another tenant, or the user lacks a privilege.`,
    hint: "As the owner, run `SELECT throughline_admit('<user>')` to grant what the service needs.",
  },
  "42P07": {
    problem: "unavailable",
    say: (at) => `The database ${at} has tables of another program under the same names.`,
    hint: "Use a separate database or schema (…?search_path=throughline).",
  },
  "53100": {
    problem: "unavailable",
    say: (at) => `The disk of the database ${at} is full. Nothing was written.`,
    hint: "Free some space on the server.",
  },
  "53300": {
    problem: "unavailable",
    say: (at) => `The database ${at} has no free connections.`,
    hint: "Raise the server's max_connections, or lower the setting database.connections.",
  },
  "55P03": {
    problem: "unavailable",
    say: (at) => `Another process has been writing to ${at} for too long.`,
    hint: "Try again.",
  },
  "57014": {
    problem: "unavailable",
    say: (at) => `The database ${at} took too long to answer.`,
    hint: "Try again, or request less.",
  },
};

/** The answer to a failure of the database that a person can act on; other errors are returned as they are. */
export function explainPostgresError(error: unknown, at: string): unknown {
  const code = codeOf(error);
  if (isGone(error)) {
    return new AppError("unavailable", `The database ${at} cannot be reached (${code}).`, {
      cause: error,
      details: { database: at },
      hint: "Check that the server is running and its address is correct. The next call tries again.",
    });
  }
  // A replica refuses to number a transaction before it looks at the statement.
  const isReplica = error instanceof Error && /during recovery/.test(error.message);
  const answer = isReplica ? readOnly : answers[code];
  if (!answer) return error;
  const facts = { cause: error, details: { database: at }, hint: answer.hint };
  return new AppError(answer.problem, answer.say(at), facts);
}

/** Said when a connection broke while a transaction was being ended: it may have been kept or not. */
export const unknownOutcome = (error: unknown, at: string): AppError =>
  new AppError("unavailable", `The connection to the database ${at} was lost during the last write.`, {
    cause: error,
    details: { database: at, outcome: "unknown" },
    hint: "Check whether the change was saved before you repeat it.",
  });
