import * as z from "zod";
import type { SettingName } from "../../base/settings.js";
import { defineCommand } from "../define-command.js";

export const contextConfigure = defineCommand({
  name: "context configure",
  summary: "Configure the context that agents receive when a session starts. Without options, show the settings.",
  input: z.object({
    enable: z.boolean().default(false).describe("Inject context at session start."),
    disable: z.boolean().default(false).describe("Inject no context."),
    strategy: z.enum(["smart", "recent", "relevant", "custom"]).optional().describe("How to choose the context."),
    sessionCount: z.number().int().min(0).max(100).optional().describe("Number of recent sessions."),
    patternCount: z.number().int().min(0).max(100).optional().describe("Number of patterns."),
    knowledgeCount: z.number().int().min(0).max(500).optional().describe("Number of questions with answers."),
    maxSize: z.number().int().min(1).max(1024).optional().describe("Maximum size in KB."),
    keywords: z.array(z.string()).optional().describe("Keywords that make a session relevant."),
  }),
  examples: ["context configure", "context configure --strategy recent --session-count 5 --max-size 20"],

  async run({ enable, disable, strategy, sessionCount, patternCount, knowledgeCount, maxSize, keywords }, app) {
    const changes: [SettingName, unknown][] = [
      ["autoLoad.enabled", disable ? false : enable ? true : undefined],
      ["autoLoad.strategy", strategy],
      ["autoLoad.sessionCount", sessionCount],
      ["autoLoad.patternCount", patternCount],
      ["autoLoad.knowledgeCount", knowledgeCount],
      ["autoLoad.maxSizeKB", maxSize],
      ["autoLoad.priorityKeywords", keywords?.join(",")],
    ];
    const updates = changes.filter(([, value]) => value !== undefined);
    for (const [name, value] of updates) await app.settingsFiles.set(name, String(value));
    const now = Object.fromEntries(updates);
    const names = Object.keys(app.settings.values).filter((name) => name.startsWith("autoLoad.")) as SettingName[];
    return {
      settings: Object.fromEntries(names.map((name) => [name, now[name] ?? app.settings.values[name]])),
      changed: updates.length,
    };
  },

  toText: ({ settings }) =>
    Object.entries(settings)
      .map(([name, value]) => `${name.padEnd(26)} ${Array.isArray(value) ? value.join(",") : value}`)
      .join("\n"),
});
