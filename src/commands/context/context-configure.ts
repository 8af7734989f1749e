import * as z from "zod";
import type { SettingName } from "../../base/settings.js";
import { defineCommand } from "../define-command.js";

export const contextConfigure = defineCommand({
  name: "context configure",
  summary: "Say what an agent is given when its session starts. Without options: show it.",
  input: z.object({
    enable: z.boolean().default(false).describe("Give it."),
    disable: z.boolean().default(false).describe("Give nothing."),
    strategy: z.enum(["smart", "recent", "relevant", "custom"]).optional().describe("What is chosen."),
    sessionCount: z.number().int().min(0).max(100).optional().describe("Recent sessions."),
    patternCount: z.number().int().min(0).max(100).optional().describe("Patterns."),
    knowledgeCount: z.number().int().min(0).max(500).optional().describe("Questions with answers."),
    maxSize: z.number().int().min(1).max(1024).optional().describe("Most kilobytes."),
    keywords: z.array(z.string()).optional().describe("Words that make a session relevant."),
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
    const given = changes.filter(([, value]) => value !== undefined);
    for (const [name, value] of given) await app.settingsFiles.set(name, String(value));
    const now = Object.fromEntries(given);
    const names = Object.keys(app.settings.values).filter((name) => name.startsWith("autoLoad.")) as SettingName[];
    return {
      settings: Object.fromEntries(names.map((name) => [name, now[name] ?? app.settings.values[name]])),
      changed: given.length,
    };
  },

  toText: ({ settings }) =>
    Object.entries(settings)
      .map(([name, value]) => `${name.padEnd(26)} ${Array.isArray(value) ? value.join(",") : value}`)
      .join("\n"),
});
