import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import { defineCommand } from "../define-command.js";

export const contextPreview = defineCommand({
  name: "context preview",
  summary: "Show the context that an agent would receive if a session started here now.",
  input: z.object({}),
  examples: ["context preview"],

  async run(_, app) {
    await app.ingest.catchUp();
    const context = await app.autoLoad.current(app.call, app.call.folder);
    const isEnabled = app.settings.values["autoLoad.enabled"];
    return { enabled: isEnabled, bytes: Buffer.byteLength(JSON.stringify(context)), context };
  },

  toText: ({ enabled, bytes, context }, paint) =>
    [
      paint.bold(
        `${context.projectName}: ${(bytes / 1024).toFixed(1)} KB${enabled ? "" : " (disabled; enable with `throughline context configure --enable`)"}`,
      ),
      ...context.recentSessions.map(
        ({ timestamp, sessionId, problems }) =>
          `${timestamp.slice(0, 16)} ${sessionId}\n  ${problems.map((one) => one.replace(/\s+/g, " ").slice(0, 120)).join("\n  ")}`,
      ),
      ...context.keyDecisions.map(({ decision }) => `decision: ${decision.slice(0, 160)}`),
      ...context.topPatterns.map(({ pattern, frequency }) => `${formatCount(frequency, "use")}: ${pattern}`),
    ].join("\n"),
});
