import { AppError } from "../../base/errors.js";
import type { Writes } from "../sql.js";

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** Error codes of the network and the driver for a lost connection, and the server's classes 08 and 57P. */
const connectionErrorCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EPIPE",
  "ENOENT",
  "CONNECT_TIMEOUT",
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "57P01",
  "57P02",
  "57P03",
  "57P05",
  "25P03",
]);

export const isConnectionLost = (error: unknown): boolean =>
  connectionErrorCodes.has(codeOf(error)) || codeOf(error).startsWith("08");

/** Serialization failure, deadlock, and no free connection on the server: a retry can succeed. */
const transientCodes = new Set(["40001", "40P01", "53300"]);
export const isTransient = (error: unknown): boolean => transientCodes.has(codeOf(error));

interface ErrorExplanation {
  readonly problem: "unavailable" | "forbidden" | "invalid";
  /** `database` is "the database", on startup with its address. */
  message(database: string): string;
  readonly hint: string;
  /** Reads still work. */
  readonly unwritable?: Exclude<Writes, "ok">;
}

const readOnly: ErrorExplanation = {
  problem: "unavailable",
  unwritable: "read-only",
  message: (database) => `Nothing was written: ${database} is read-only, for example a replica.`,
  hint: "Name the primary server in the setting database, or all hosts with target_session_attrs=read-write.",
};

const explanations: Record<string, ErrorExplanation> = {
  "28P01": {
    problem: "unavailable",
    message: (database) => `This user and password are not accepted by ${database}.`,
    hint: "Correct them in the setting database (THROUGHLINE_DATABASE).",
  },
  "28000": {
    problem: "unavailable",
    message: (database) => `This user is refused from this host by ${database}.`,
    hint: "Check the server's pg_hba.conf, and sslmode in the setting database.",
  },
  "3D000": {
    problem: "unavailable",
    message: (database) => `The server does not have ${database}.`,
    hint: "Create it with `createdb`, or correct the name in the setting database.",
  },
  "25006": readOnly,
  "42501": {
    problem: "forbidden",
    message: (database) =>
      `Access was denied by ${database}: the rows belong to another tenant, or the user lacks a privilege.`,
    hint: "As the owner, run `SELECT throughline_admit('<user>')` to grant what the service needs.",
  },
  "42P07": {
    problem: "unavailable",
    message: (database) => `Tables of another program have the same names in ${database}.`,
    hint: "Use a separate database or schema (…?search_path=throughline).",
  },
  "53100": {
    problem: "unavailable",
    unwritable: "disk-full",
    message: (database) => `Nothing was written: the disk of ${database} is full.`,
    hint: "Free some space on the server.",
  },
  "53300": {
    problem: "unavailable",
    message: (database) => `No connections are free on ${database}.`,
    hint: "Raise the server's max_connections, or lower the setting database.connections.",
  },
  "55P03": {
    problem: "unavailable",
    message: (database) => `Another process has been writing to ${database} for too long.`,
    hint: "Try again.",
  },
  "57014": {
    problem: "unavailable",
    message: (database) => `An answer of ${database} took too long.`,
    hint: "Try again, or request less.",
  },
};

/** Clients of a service must not learn where its database is: only an operator who starts it does. */
const nameOf = (label: string): string => (label === "" ? "the database" : `the database ${label}`);
const detailsOf = (label: string) => (label === "" ? {} : { database: label });

/**
 * Explains database errors that a person can act on; other errors are returned as they are. `label` is the address of
 * the database, or empty where it must not be named.
 */
export function explainPostgresError(error: unknown, label: string): unknown {
  const code = codeOf(error);
  if (isConnectionLost(error)) {
    return new AppError("unavailable", `Cannot reach ${nameOf(label)} (${code}).`, {
      cause: error,
      details: detailsOf(label),
      hint: "Check that the server is running and its address is correct. The next call tries again.",
    });
  }
  // A replica rejects the transaction before it reads the statement.
  const isReplica = error instanceof Error && /during recovery/.test(error.message);
  const explanation = isReplica ? readOnly : explanations[code];
  if (!explanation) return error;
  const { problem, hint, unwritable } = explanation;
  const details = { ...detailsOf(label), ...(unwritable ? { unwritable } : {}) };
  return new AppError(problem, explanation.message(nameOf(label)), { cause: error, details, hint });
}

/** The connection was lost during COMMIT: the transaction may or may not have been applied. */
export const unknownOutcome = (error: unknown): AppError =>
  new AppError("unavailable", "The connection to the database was lost during the last write.", {
    cause: error,
    details: { outcome: "unknown" },
    hint: "Check whether the change was saved before you repeat it.",
  });
