import { AppError } from "../../base/errors.js";

/** public: shared through git. private: stays on this machine. ephemeral: the same, until `state clear`. */
export const scopes = ["public", "private", "ephemeral"] as const;
export type Scope = (typeof scopes)[number];

/** The scope a caller named, or undefined for none. The words of the refusal are the contract's. */
export function readScope(text: string): Scope | undefined {
  if (text === "") return undefined;
  const scope = scopes.find((one) => one === text.trim().toLowerCase());
  if (!scope) throw new AppError("invalid", `Invalid scope '${text}'. Use public, private, or ephemeral.`);
  return scope;
}
