import * as z from "zod";
import type { AppCall } from "../domain/app.js";

export const projectField = z.string().optional().describe("Default: active project.");
export const repoField = z.string().describe("Repository name.");
export const freshField = z.boolean().default(false).describe("Skip the cache.");
export const backgroundField = z.boolean().default(false).describe("Async; see run_result.");
export const timeoutField = z.number().optional().describe("Milliseconds.");
export const usageShape = { "inputTokens?": "number", "outputTokens?": "number", "cost?": "number" } as const;
export const startedText = (id: string): string => `Started. Get the result with \`throughline run result ${id}\`.`;

export const tenantId = z.string().optional().meta({ description: "Leave out.", listedAsRequired: true });
export const nonBlank = z.string().refine((id) => id.trim() !== "", "must not be empty");
export const projectId = nonBlank.describe("Repository path.");

/** Defaults at the terminal: the current folder's project and the git user. */
export const fromFolder = {
  project: async (app: AppCall): Promise<string> => app.identity.root(app.call.folder),
  tenant: async (app: AppCall): Promise<string> => app.identity.tenant(undefined, app.call.folder),
};
