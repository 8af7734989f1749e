import * as z from "zod";
import { AppError } from "../base/errors.js";
import type { AppCall } from "../domain/app.js";
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

export const tenantId = z.string().describe("Tenant or user the records belong to.");
export const projectId = z.string().min(1).describe("The project, typically the repository's path.");

/** What people at a terminal need not type: the project of the folder they are in, and themselves. */
export const fromFolder = {
  project: async (app: AppCall): Promise<string> => app.identity.root(app.call.folder),
  tenant: async (app: AppCall): Promise<string> => app.identity.tenant(undefined, app.call.folder),
};
