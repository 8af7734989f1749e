import * as z from "zod";
import type { AppCall } from "../domain/app.js";

export const scopeField = z.string().default("").describe("public, private or ephemeral; empty keeps it.");

/** An answer whose shape the code knows: listings say only that it is an object, since clients read all of them every time. */
export const answerOf = <T extends object>(): z.ZodType<T> => z.looseObject({}) as unknown as z.ZodType<T>;

export const projectField = z.string().optional().describe("Default: active.");
export const repoField = z.string().describe("Name.");
export const freshField = z.boolean().default(false).describe("Ask anew.");
export const backgroundField = z.boolean().default(false).describe("See run_result.");
export const timeoutField = z.number().optional().describe("Milliseconds.");
export const runField = z.string().describe("subAgentId.");
export const tenantId = z.string().describe("Tenant or user.");
export const projectId = z
  .string()
  .refine((id) => id.trim() !== "", "must not be empty")
  .describe("The repository's path.");

/** What people at a terminal need not type: the project of the folder they are in, and themselves. */
export const fromFolder = {
  project: async (app: AppCall): Promise<string> => app.identity.root(app.call.folder),
  tenant: async (app: AppCall): Promise<string> => app.identity.tenant(undefined, app.call.folder),
};
/** An answer that says what became of the call; more may stand beside it. */
export const outcome = z.looseObject({ status: z.string() });

/** An answer whose parts are named in the reference of the contract, not in every listing. */
export const anyObject = z.looseObject({});

/** The same as a list. */
export const anyObjects = z.array(anyObject);
