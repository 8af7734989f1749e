import * as z from "zod";
import type { PatternKind } from "../../store/archive/exchange.js";
import { answerOf } from "../answer-schema.js";
import { defineArchiveTool } from "../define-tool.js";

const kinds: Record<string, readonly PatternKind[]> = {
  code: ["code"],
  command: ["command"],
  architecture: ["architecture"],
  all: ["code", "command", "architecture"],
};

export const getPatterns = defineArchiveTool({
  name: "get_patterns",
  effect: "reads",
  title: "List recurring patterns",
  description: "List commands, edits and designs that recur in past sessions. Use to learn how work is done here.",
  input: z.object({
    type: z.enum(["code", "command", "architecture", "all"]).default("all").describe("Kind of pattern."),
    minFrequency: z.number().int().min(1).default(2).describe("Minimum uses."),
    limit: z.number().int().min(1).max(50).default(10).describe("Maximum results."),
    projectPath: z.string().optional().describe("Project path or name."),
  }),
  output: answerOf({
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

  async run({ type, minFrequency, limit, projectPath }, app) {
    const answer = await app.archive.patterns(app.call, {
      kinds: kinds[type] ?? [],
      minFrequency,
      limit,
      ...(projectPath ? { project: projectPath } : {}),
    });
    return {
      patterns: answer.patterns.map(({ kind, pattern, frequency, lastUsed, examples, files }) => ({
        type: kind,
        pattern,
        frequency,
        lastUsed,
        examples: examples.map(({ sessionId, context }) => ({ sessionId, context })),
        ...(files.length > 0 ? { filesModified: [...files] } : {}),
      })),
      metadata: {
        totalPatterns: answer.total,
        dateRange: answer.from ? `${answer.from.slice(0, 10)} to ${answer.to.slice(0, 10)}` : "",
        mostCommonType: answer.topKind ?? "",
      },
    };
  },

  toText({ patterns }, paint) {
    if (patterns.length === 0)
      return "No recurring patterns yet. Import earlier sessions with `throughline import sessions`.";
    return patterns
      .map(({ type, pattern, frequency }) => `${String(frequency).padStart(5)}  ${pattern} ${paint.dim(type)}`)
      .join("\n");
  },
});
