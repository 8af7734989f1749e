import * as z from "zod";
import { defineCommand } from "../define-command.js";

export const contextTest = defineCommand({
  name: "context test",
  summary: "Start the hook as an agent does at the start of a session, and show what it gives and how long it takes.",
  input: z.object({
    agent: z.enum(["claude-code", "codex", "gemini"]).default("claude-code").describe("Whose hook."),
  }),
  examples: ["context test", "context test --agent codex"],

  async run({ agent }, app) {
    await app.ingest.catchUp();
    const payload = {
      ...{ hook_event_name: "SessionStart", source: "startup", session_id: "throughline-test" },
      ...{ transcript_path: "", cwd: app.call.folder },
    };
    const args = ["hook", "--host", agent, "--event", "SessionStart"];
    const { exitCode, output, ms } = await app.startSelf(args, JSON.stringify(payload));
    const text = contextIn(output);
    return {
      ...{ agent, enabled: app.settings.values["autoLoad.enabled"], exitCode, ms },
      ...{ bytes: Buffer.byteLength(text), text },
    };
  },

  toText({ agent, enabled, exitCode, ms, bytes, text }, paint) {
    if (exitCode !== 0) return `The ${agent} hook ended with ${exitCode}.`;
    if (!enabled) return "Nothing is given: `throughline context configure --enable` changes that.";
    if (text === "")
      return `The ${agent} hook ran in ${ms} ms and gave nothing: no session of this project is archived.`;
    return [paint.bold(`The ${agent} hook gave ${(bytes / 1024).toFixed(1)} KB in ${ms} ms:`), text].join("\n");
  },
  isFailure: ({ exitCode }) => exitCode !== 0,
});

function contextIn(output: string): string {
  if (output === "") return "";
  const { hookSpecificOutput } = JSON.parse(output) as { hookSpecificOutput?: { additionalContext?: string } };
  return hookSpecificOutput?.additionalContext ?? "";
}
