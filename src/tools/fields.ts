import * as z from "zod";
import type { AppCall } from "../domain/app.js";

export const scopeField = z.string().default("").describe("public, private or ephemeral. Empty: unchanged.");

/** Typed in code, but listed as any object: clients put the whole listing into every conversation. */
export const answerOf = <T extends object>(): z.ZodType<T> => z.looseObject({}) as unknown as z.ZodType<T>;

export const projectField = z.string().optional().describe("Default: active project.");
export const repoField = z.string().describe("Repository name.");
export const freshField = z.boolean().default(false).describe("Skip the cache.");
export const backgroundField = z.boolean().default(false).describe("Async; see run_result.");
export const timeoutField = z.number().optional().describe("Milliseconds.");
export const runField = z.string().describe("subAgentId.");
export const tenantId = z.string().optional().meta({ description: "Leave out.", listedAsRequired: true });
export const projectId = z
  .string()
  .refine((id) => id.trim() !== "", "must not be empty")
  .describe("Repository path.");

/** Defaults at the terminal: the current folder's project and the git user. */
export const fromFolder = {
  project: async (app: AppCall): Promise<string> => app.identity.root(app.call.folder),
  tenant: async (app: AppCall): Promise<string> => app.identity.tenant(undefined, app.call.folder),
};
/** An answer with a status; other fields may follow. */
export const outcome = z.looseObject({ status: z.string() });

/** An answer whose fields the contract's reference documents, not every listing. */
export const anyObject = z.looseObject({});

/** The same as a list. */
export const anyObjects = z.array(anyObject);
