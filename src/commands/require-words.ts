import { AppError } from "../base/errors.js";

/** A variable that is not set in a script makes an empty query, and "nothing found" would hide that. */
export function requireWords(query: unknown): void {
  if (typeof query === "string" && query.trim() === "")
    throw new AppError("invalid", "The query is empty.", { hint: 'Name what to look for: "<query>".' });
}
