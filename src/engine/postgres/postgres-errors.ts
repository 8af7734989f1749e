import { AppError } from "../../base/errors.js";

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** Error codes of the network and the driver for a lost connection, and the server's classes 08 and 57P. */
const connectionErrorCodes = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EAI_AGAIN", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "EPIPE"],
  ...["ENOENT", "CONNECT_TIMEOUT", "CONNECTION_CLOSED", "CONNECTION_ENDED", "CONNECTION_DESTROYED"],
  ...["57P01", "57P02", "57P03", "57P05", "25P03"],
]);

export const isConnectionLost = (error: unknown): boolean =>
  connectionErrorCodes.has(codeOf(error)) || codeOf(error).startsWith("08");

/** Serialization failure and deadlock: a retry can succeed. */
const transientCodes = new Set(["40001", "40P01"]);
export const isTransient = (error: unknown): boolean => transientCodes.has(codeOf(error));

interface ErrorExplanation {
  readonly problem: "unavailable" | "forbidden" | "invalid";
  message(label: string): string;
  readonly hint: string;
}

const readOnly: ErrorExplanation = {
  problem: "unavailable",
  message: (label) => `The database ${label} is read-only, for example a replica. Nothing was written.`,
  hint: "Name the primary server in the setting database, or all hosts with target_session_attrs=read-write.",
};

const explanations: Record<string, ErrorExplanation> = {
  "28P01": {
    problem: "unavailable",
    message: (label) => `The database ${label} does not accept this user and password.`,
    hint: "Correct them in the setting database (THROUGHLINE_DATABASE).",
  },
  "28000": {
    problem: "unavailable",
    message: (label) => `The database ${label} refuses this user from this host.`,
    hint: "Check the server's pg_hba.conf, and sslmode in the setting database.",
  },
  "3D000": {
    problem: "unavailable",
    message: (label) => `The server has no database ${label}.`,
    hint: "Create it with `createdb`, or correct the name in the setting database.",
  },
  "25006": readOnly,
  "42501": {
    problem: "forbidden",
    message: (label) =>
      `The database ${label} denied access: the rows belong to another tenant, or the user lacks a privilege.`,
    hint: "As the owner, run `SELECT throughline_admit('<user>')` to grant what the service needs.",
  },
  "42P07": {
    problem: "unavailable",
    message: (label) => `The database ${label} has tables of another program under the same names.`,
    hint: "Use a separate database or schema (…?search_path=throughline).",
  },
  "53100": {
    problem: "unavailable",
    message: (label) => `The disk of the database ${label} is full. Nothing was written.`,
    hint: "Free some space on the server.",
  },
  "53300": {
    problem: "unavailable",
    message: (label) => `The database ${label} has no free connections.`,
    hint: "Raise the server's max_connections, or lower the setting database.connections.",
  },
  "55P03": {
    problem: "unavailable",
    message: (label) => `Another process has been writing to ${label} for too long.`,
    hint: "Try again.",
  },
  "57014": {
    problem: "unavailable",
    message: (label) => `The database ${label} took too long to answer.`,
    hint: "Try again, or request less.",
  },
};

/** Explains database errors that a person can act on; other errors are returned as they are. */
export function explainPostgresError(error: unknown, label: string): unknown {
  const code = codeOf(error);
  if (isConnectionLost(error)) {
    return new AppError("unavailable", `The database ${label} cannot be reached (${code}).`, {
      cause: error,
      details: { database: label },
      hint: "Check that the server is running and its address is correct. The next call tries again.",
    });
  }
  // A replica rejects the transaction before it reads the statement.
  const isReplica = error instanceof Error && /during recovery/.test(error.message);
  const explanation = isReplica ? readOnly : explanations[code];
  if (!explanation) return error;
  const options = { cause: error, details: { database: label }, hint: explanation.hint };
  return new AppError(explanation.problem, explanation.message(label), options);
}

/** The connection was lost during COMMIT: the transaction may or may not have been applied. */
export const unknownOutcome = (error: unknown, label: string): AppError =>
  new AppError("unavailable", `The connection to the database ${label} was lost during the last write.`, {
    cause: error,
    details: { database: label, outcome: "unknown" },
    hint: "Check whether the change was saved before you repeat it.",
  });
