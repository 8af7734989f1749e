import * as z from "zod";

export const projectField = z.string().optional().describe("Default: active project.");
export const repoField = z.string().describe("Repository name.");
export const freshField = z.boolean().default(false).describe("Skip the cache.");
export const backgroundField = z.boolean().default(false).describe("Async; see run_result.");
export const timeoutField = z.number().optional().describe("Milliseconds.");
export const usageShape = { "inputTokens?": "number", "outputTokens?": "number", "cost?": "number" } as const;
export const startedText = (id: string): string => `Started. Get the result with \`throughline run result ${id}\`.`;
