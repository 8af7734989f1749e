import * as z from "zod";
import { defineCommand } from "../define-command.js";

export const contextTest = defineCommand({
  name: "context test",
  summary: "Run the session-start hook as an agent does, and show the context it injects and how long it takes.",
  input: z.object({
    agent: z.enum(["claude-code", "codex", "gemini"]).default("claude-code").describe("Agent whose hook to run."),
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
    if (exitCode !== 0) return `The ${agent} hook failed with exit code ${exitCode}.`;
    if (!enabled) return "Context injection is disabled. Enable it with `throughline context configure --enable`.";
    if (text === "")
      return `The ${agent} hook took ${ms} ms and injected nothing: no sessions of this project are archived.`;
    return [paint.bold(`The ${agent} hook took ${ms} ms and injected ${(bytes / 1024).toFixed(1)} KB:`), text].join(
      "\n",
    );
  },
  isFailure: ({ exitCode }) => exitCode !== 0,
});

function contextIn(output: string): string {
  if (output === "") return "";
  const { hookSpecificOutput } = JSON.parse(output) as { hookSpecificOutput?: { additionalContext?: string } };
  return hookSpecificOutput?.additionalContext ?? "";
}
