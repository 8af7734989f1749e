import { AppError, systemCode } from "../../base/errors.js";
import type { Writes } from "../sql.js";

/** Error codes of the network and the driver for a lost connection, and the server's classes 08 and 57P. */
const connectionErrorCodes = new Set(
  `ECONNREFUSED ECONNRESET ENOTFOUND EAI_AGAIN ETIMEDOUT EHOSTUNREACH ENETUNREACH EPIPE ENOENT CONNECT_TIMEOUT
   CONNECTION_CLOSED CONNECTION_ENDED CONNECTION_DESTROYED 57P01 57P02 57P03 57P05 25P03`.split(/\s+/),
);

export const isConnectionLost = (error: unknown): boolean =>
  connectionErrorCodes.has(systemCode(error)) || systemCode(error).startsWith("08");

/** Serialization failure, deadlock, and no free connection on the server: a retry can succeed. */
const transientCodes = new Set(["40001", "40P01", "53300"]);
export const isTransient = (error: unknown): boolean => transientCodes.has(systemCode(error));

/** What happened, with `{}` for the database, and what to do. Of the unwritable, reads still work. */
type Explanation = readonly [message: string, hint: string, unwritable?: Exclude<Writes, "ok">];

const readOnly: Explanation = [
  "Nothing was written: {} is read-only, for example a replica.",
  "Name the primary server in the setting database, or all hosts with target_session_attrs=read-write.",
  "read-only",
];

const denied = "42501";

const explanations: Readonly<Record<string, Explanation>> = {
  "28P01": [
    "This user and password are not accepted by {}.",
    "Correct them in the setting database (THROUGHLINE_DATABASE).",
  ],
  "28000": [
    "This user is refused from this host by {}.",
    "Check the server's pg_hba.conf, and sslmode in the setting database.",
  ],
  "3D000": ["The server does not have {}.", "Create it with `createdb`, or correct the name in the setting database."],
  "25006": readOnly,
  [denied]: [
    "Access was denied by {}: the rows belong to another tenant, or the user lacks a privilege.",
    "As the owner, run `SELECT throughline_admit('<user>')` to grant what the service needs.",
  ],
  "42P07": [
    "Tables of another program have the same names in {}.",
    "Use a separate database or schema (…?search_path=throughline).",
  ],
  "53100": ["Nothing was written: the disk of {} is full.", "Free some space on the server.", "disk-full"],
  "53300": [
    "No connections are free on {}.",
    "Raise the server's max_connections, or lower the setting database.connections.",
  ],
  "55P03": ["Another process has been writing to {} for too long.", "Try again."],
  "57014": ["An answer of {} took too long.", "Try again, or request less."],
};

const unreachable: Explanation = [
  "Cannot reach {}.",
  "Check that the server is running and its address is correct. The next call tries again.",
];

/**
 * Explains database errors that a person can act on; other errors are returned as they are. `label` is the address of
 * the database, or empty where it must not be named: clients of a service must not learn it, an operator who starts it
 * does.
 */
export function explainPostgresError(cause: unknown, label: string): unknown {
  const code = systemCode(cause);
  const isLost = isConnectionLost(cause);
  // A replica rejects the transaction before it reads the statement.
  const isReplica = cause instanceof Error && /during recovery/.test(cause.message);
  const explanation = isLost ? unreachable : isReplica ? readOnly : explanations[code];
  if (!explanation) return cause;
  const [text, hint, unwritable] = explanation;
  const name = (label === "" ? "the database" : `the database ${label}`) + (isLost ? ` (${code})` : "");
  const details = { ...(label === "" ? {} : { database: label }), ...(unwritable ? { unwritable } : {}) };
  const message = text.replace("{}", () => name);
  return new AppError(code === denied ? "forbidden" : "unavailable", message, { cause, details, hint });
}

/** The connection was lost during COMMIT: the transaction may or may not have been applied. */
export const unknownOutcome = (error: unknown): AppError =>
  new AppError("unavailable", "The connection to the database was lost during the last write.", {
    cause: error,
    details: { outcome: "unknown" },
    hint: "Check whether the change was saved before you repeat it.",
  });
