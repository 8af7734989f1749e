import { AppError } from "../../base/errors.js";

/** Each role may do what those before it may. */
export const roles = ["read", "write", "admin"] as const;
export type Role = (typeof roles)[number];

/** Who stands behind a request, as its token says. */
export interface Principal {
  readonly tenant: string;
  readonly user: string;
  readonly role: Role;
  readonly teams: readonly string[];
  /** The id of a personal access token, or `oauth`. */
  readonly credential: string;
}

const isEnough = (has: Role, needed: Role) => roles.indexOf(has) >= roles.indexOf(needed);

/** What a call does to rows decides who may make it: taking something away for all is an administrator's. */
export const neededRole = { reads: "read", adds: "write", replaces: "write", deletes: "admin" } as const;

export type Effect = keyof typeof neededRole;

export const mayDo = ({ role }: Pick<Principal, "role">, effect: Effect): boolean => isEnough(role, neededRole[effect]);

export function requireRole(principal: Principal, tool: { readonly name: string; readonly effect: Effect }): void {
  if (mayDo(principal, tool.effect)) return;
  const needed = neededRole[tool.effect];
  throw new AppError("forbidden", `${tool.name} needs the role ${needed}; this token has ${principal.role}.`, {
    hint: `Ask the operator of the service for a token with the role ${needed}.`,
    details: { needed, has: principal.role },
  });
}

/** A tenant's or a person's name: short, safe to show, and not in the brackets of what we name ourselves. */
export const isName = (name: string): boolean =>
  name.trim() === name && name !== "" && name.length <= 200 && !/\p{Cc}|^\(/u.test(name);
