import * as z from "zod";
import { smokeTestSession } from "../../domain/receipts/receipt.js";
import { defineCommand } from "../define-command.js";
import { agentField } from "./hook-fields.js";

export const hooksTest = defineCommand({
  name: "hooks test",
  summary: "Run the hook as an agent would, and show its result and duration.",
  input: z.object({ agent: agentField }),
  examples: ["hooks test", "hooks test --agent codex"],

  async run({ agent }, app) {
    const payload = JSON.stringify({
      hook_event_name: "Stop",
      session_id: smokeTestSession,
      transcript_path: "",
      cwd: app.call.folder,
    });
    return { agent, ...(await app.startSelf(["hook", "--host", agent, "--event", "Stop"], payload)) };
  },

  toText: ({ agent, exitCode, output, ms }) =>
    exitCode === 0 && output === ""
      ? `The ${agent} hook ran in ${ms} ms and printed nothing, as it should.`
      : `The ${agent} hook failed with exit code ${exitCode}: ${output}`,
  isFailure: ({ exitCode, output }) => exitCode !== 0 || output !== "",
});
