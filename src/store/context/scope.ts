import { AppError } from "../../base/errors.js";

/** public: shared through git. private: stays on this machine. ephemeral: the same, until `state clear`. */
export const scopes = ["public", "private", "ephemeral"] as const;
export type Scope = (typeof scopes)[number];

/** Parses a scope; undefined for an empty text. The error message is part of the contract. */
export function readScope(text: string): Scope | undefined {
  if (text === "") return undefined;
  const scope = scopes.find((candidate) => candidate === text.trim().toLowerCase());
  if (!scope) throw new AppError("invalid", `Invalid scope '${text}'. Use public, private, or ephemeral.`);
  return scope;
}
