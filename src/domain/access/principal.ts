import { AppError } from "../../base/errors.js";

/** Each role includes the permissions of those before it. */
export const roles = ["read", "write", "admin"] as const;
export type Role = (typeof roles)[number];

/** The authenticated sender of a request, by its token. */
export interface Principal {
  readonly tenant: string;
  readonly user: string;
  readonly role: Role;
  readonly teams: readonly string[];
  /** The id of a personal access token, or `oauth`. */
  readonly credential: string;
}

/** The person who acts, as the audit log names them; without a request, each act gets one. */
export type Actor = Pick<Principal, "user" | "credential"> & { readonly request?: string | undefined };

/** A person at a terminal with access to the database. */
export const atTerminal = (user: string): Actor => ({ user, credential: "(terminal)" });

/** The required role by what a call does to rows: only administrators delete for everyone. */
export const neededRole = { reads: "read", adds: "write", replaces: "write", deletes: "admin" } as const;

export type Effect = keyof typeof neededRole;

/** Whether this role includes the permissions of another. */
export const mayGrant = ({ role }: Pick<Principal, "role">, granted: Role): boolean =>
  roles.indexOf(role) >= roles.indexOf(granted);

export const mayDo = (who: Pick<Principal, "role">, effect: Effect): boolean => mayGrant(who, neededRole[effect]);

export function requireRole(principal: Principal, tool: { readonly name: string; readonly effect: Effect }): void {
  if (mayDo(principal, tool.effect)) return;
  const needed = neededRole[tool.effect];
  throw new AppError("forbidden", `${tool.name} needs the role ${needed}; this token has ${principal.role}.`, {
    hint: `Ask the operator of the service for a token with the role ${needed}.`,
    details: { needed, has: principal.role },
  });
}

/** A valid name of a tenant or a person: short, safe to display, and not in brackets, which mark our own names. */
export const isName = (name: string): boolean =>
  name.trim() === name && name !== "" && name.length <= 200 && !/\p{Cc}|^\(/u.test(name);
