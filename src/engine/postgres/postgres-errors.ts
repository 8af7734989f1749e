import { AppError } from "../../base/errors.js";
import type { Writes } from "../sql.js";

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** Error codes of the network and the driver for a lost connection, and the server's classes 08 and 57P. */
const connectionErrorCodes = new Set(
  `ECONNREFUSED ECONNRESET ENOTFOUND EAI_AGAIN ETIMEDOUT EHOSTUNREACH ENETUNREACH EPIPE ENOENT CONNECT_TIMEOUT
   CONNECTION_CLOSED CONNECTION_ENDED CONNECTION_DESTROYED 57P01 57P02 57P03 57P05 25P03`.split(/\s+/),
);

export const isConnectionLost = (error: unknown): boolean =>
  connectionErrorCodes.has(codeOf(error)) || codeOf(error).startsWith("08");

/** Serialization failure, deadlock, and no free connection on the server: a retry can succeed. */
const transientCodes = new Set(["40001", "40P01", "53300"]);
export const isTransient = (error: unknown): boolean => transientCodes.has(codeOf(error));

interface ErrorExplanation {
  /** Default: "unavailable". */
  readonly problem?: "forbidden";
  /** `{}` is "the database", on startup with its address. */
  readonly message: string;
  readonly hint: string;
  /** Reads still work. */
  readonly unwritable?: Exclude<Writes, "ok">;
}

const readOnly: ErrorExplanation = {
  message: "Nothing was written: {} is read-only, for example a replica.",
  hint: "Name the primary server in the setting database, or all hosts with target_session_attrs=read-write.",
  unwritable: "read-only",
};

const explanations: Readonly<Record<string, ErrorExplanation>> = {
  "28P01": {
    message: "This user and password are not accepted by {}.",
    hint: "Correct them in the setting database (THROUGHLINE_DATABASE).",
  },
  "28000": {
    message: "This user is refused from this host by {}.",
    hint: "Check the server's pg_hba.conf, and sslmode in the setting database.",
  },
  "3D000": {
    message: "The server does not have {}.",
    hint: "Create it with `createdb`, or correct the name in the setting database.",
  },
  "25006": readOnly,
  "42501": {
    problem: "forbidden",
    message: "Access was denied by {}: the rows belong to another tenant, or the user lacks a privilege.",
    hint: "As the owner, run `SELECT throughline_admit('<user>')` to grant what the service needs.",
  },
  "42P07": {
    message: "Tables of another program have the same names in {}.",
    hint: "Use a separate database or schema (…?search_path=throughline).",
  },
  "53100": {
    message: "Nothing was written: the disk of {} is full.",
    hint: "Free some space on the server.",
    unwritable: "disk-full",
  },
  "53300": {
    message: "No connections are free on {}.",
    hint: "Raise the server's max_connections, or lower the setting database.connections.",
  },
  "55P03": { message: "Another process has been writing to {} for too long.", hint: "Try again." },
  "57014": { message: "An answer of {} took too long.", hint: "Try again, or request less." },
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
  const { problem = "unavailable", message, hint, unwritable } = explanation;
  const details = { ...detailsOf(label), ...(unwritable ? { unwritable } : {}) };
  return new AppError(
    problem,
    message.replace("{}", () => nameOf(label)),
    { cause: error, details, hint },
  );
}

/** The connection was lost during COMMIT: the transaction may or may not have been applied. */
export const unknownOutcome = (error: unknown): AppError =>
  new AppError("unavailable", "The connection to the database was lost during the last write.", {
    cause: error,
    details: { outcome: "unknown" },
    hint: "Check whether the change was saved before you repeat it.",
  });
