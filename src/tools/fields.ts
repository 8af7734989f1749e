import { z } from "zod";
import { AppError } from "../base/errors.js";
import { type Scope, scopes } from "../store/context/context-layout.js";

/** Kept as plain text in schemas: zod's own date-time type would put a long expression into every listing. */
export const timestamp = z.string().describe("ISO 8601, UTC.");

export const scopeField = z
  .string()
  .default("")
  .describe("public (default for new entries), private or ephemeral. Empty keeps the scope it has.");

/** The scope a caller named, or undefined for none. The words of the refusal are the contract's. */
export function readScope(text: string): Scope | undefined {
  if (text === "") return undefined;
  const scope = scopes.find((one) => one === text.toLowerCase());
  if (!scope) throw new AppError("invalid", `Invalid scope '${text}'. Use public, private, or ephemeral.`);
  return scope;
}

/** An answer whose shape the code knows: listings say only that it is an object, since clients read all of them every time. */
export const answerOf = <T extends object>(): z.ZodType<T> => z.looseObject({}) as unknown as z.ZodType<T>;

export const projectField = z.string().optional().describe("Default: the active one.");
export const repoField = z.string().describe("Its name.");
export const freshField = z.boolean().default(false).describe("Ask anew.");
export const backgroundField = z.boolean().default(false).describe("Return at once; see run_result.");
export const runField = z.string().describe("subAgentId.");
