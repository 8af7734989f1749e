import * as z from "zod";
import type { SettingName } from "../../base/settings.js";
import { formatCount } from "../../base/text/plural.js";
import { hostNamed } from "../../domain/install/find-hosts.js";
import { type Command, defineCommand } from "../define-command.js";
import { flag } from "../fields.js";

export const injectionCommands: readonly Command[] = [
  defineCommand("context configure", {
    summary: "Configure the context that agents receive when a session starts. Without options, show the settings.",
    input: z.object({
      enable: flag("Inject context at session start."),
      disable: flag("Inject no context."),
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
      Object.entries(settings).map(
        ([name, value]) => `${name.padEnd(26)} ${Array.isArray(value) ? value.join(",") : value}`,
      ),
  }),

  defineCommand("context preview", {
    summary: "Show the context that an agent would receive if a session started here now.",

    async run(_, app) {
      await app.ingest.catchUp();
      const context = await app.autoLoad.current(app.call, app.call.folder);
      const isEnabled = app.settings.values["autoLoad.enabled"];
      return { enabled: isEnabled, bytes: Buffer.byteLength(JSON.stringify(context)), context };
    },

    toText({ enabled, bytes, context }, paint) {
      const off = enabled ? "" : " (disabled; enable with `throughline context configure --enable`)";
      return [
        paint.bold(`${context.projectName}: ${(bytes / 1024).toFixed(1)} KB${off}`),
        context.recentSessions.map(({ timestamp, sessionId, problems }) => [
          `${timestamp.slice(0, 16)} ${sessionId}`,
          `  ${problems.map((one) => one.replace(/\s+/g, " ").slice(0, 120)).join("\n  ")}`,
        ]),
        context.keyDecisions.map(({ decision }) => `decision: ${decision.slice(0, 160)}`),
        context.topPatterns.map(({ pattern, frequency }) => `${formatCount(frequency, "use")}: ${pattern}`),
      ];
    },
  }),

  defineCommand("context test", {
    summary: "Run the session-start hook as an agent does, and show the context it injects and how long it takes.",
    input: z.object({
      agent: z.enum(["claude-code", "codex", "gemini"]).default("claude-code").describe("Agent whose hook to run."),
    }),
    examples: ["context test", "context test --agent codex"],

    async run({ agent }, app) {
      await app.ingest.catchUp();
      const { hook, given: text } = await app.smokeTest.run(hostNamed(agent), app.call.folder);
      const enabled = app.settings.values["autoLoad.enabled"];
      return { agent, enabled, exitCode: hook?.ran ? 0 : 1, ms: hook?.ms ?? 0, bytes: Buffer.byteLength(text), text };
    },

    toText({ agent, enabled, exitCode, ms, bytes, text }, paint) {
      if (exitCode !== 0) return `The ${agent} hook failed. Find the cause with \`throughline test-mcp\`.`;
      if (!enabled) return "Context injection is disabled. Enable it with `throughline context configure --enable`.";
      if (text === "")
        return `The ${agent} hook took ${ms} ms and injected nothing: no sessions of this project are archived.`;
      return [paint.bold(`The ${agent} hook took ${ms} ms and injected ${(bytes / 1024).toFixed(1)} KB:`), text];
    },
    isFailure: ({ exitCode }) => exitCode !== 0,
  }),
];
