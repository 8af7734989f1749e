import * as z from "zod";
import { answerFrom } from "../answer-schema.js";
import { defineArchiveTool } from "../define-tool.js";

const kinds = ["code", "command", "architecture"] as const;

export const getPatterns = defineArchiveTool({
  name: "get_patterns",
  effect: "reads",
  title: "List recurring patterns",
  description: "List commands, edits and designs that recur in past sessions. Use to learn how work is done here.",
  input: z.object({
    type: z
      .enum([...kinds, "all"])
      .default("all")
      .describe("Kind of pattern."),
    minFrequency: z.number().int().min(1).default(2).describe("Minimum uses."),
    limit: z.number().int().min(1).max(50).default(10).describe("Maximum results."),
    projectPath: z.string().optional().describe("Project path or name."),
  }),
  output: answerFrom({
    patterns: [
      {
        type: "string",
        pattern: "string",
        frequency: "number",
        lastUsed: "string",
        examples: [{ sessionId: "string", context: "string" }],
        "filesModified?": ["string"],
      },
    ],
    metadata: { totalPatterns: "number", dateRange: "string", mostCommonType: "string" },
  }),
  examples: [{ type: "command", minFrequency: 3 }, {}],
  cli: { command: "patterns" },

  async run({ type, projectPath, ...query }, app) {
    const only = { kinds: type === "all" ? kinds : [type], project: projectPath };
    const { patterns, total, from, to, topKind } = await app.archive.patterns(app.call, { ...query, ...only });
    return {
      patterns: patterns.map((one) => ({ ...one, type: one.kind, filesModified: one.files })),
      metadata: {
        totalPatterns: total,
        dateRange: from ? `${from.slice(0, 10)} to ${to.slice(0, 10)}` : "",
        mostCommonType: topKind ?? "",
      },
    };
  },

  toText: ({ patterns }, paint) =>
    patterns.map(({ type, pattern, frequency }) => `${String(frequency).padStart(5)}  ${pattern} ${paint.dim(type)}`),
  whenEmpty: "No recurring patterns yet. Import earlier sessions with `throughline import sessions`.",
});
