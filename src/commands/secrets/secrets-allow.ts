import * as z from "zod";
import { AppError } from "../../base/errors.js";
import { defineCommand } from "../define-command.js";

export const secretsAllow = defineCommand({
  name: "secrets allow",
  summary: "Allow a value or rule that is wrongly detected as a secret.",
  input: z.object({ what: z.string().describe("rule:<id> or sha256:<hex>, as printed by `secrets scan`.") }),
  positional: ["what"],
  examples: ["secrets allow rule:generic-api-key"],

  async run({ what }, app) {
    if (!/^(rule:[\w-]+|sha256:[0-9a-f]{64})$/.test(what)) {
      throw new AppError("invalid", "Only rule:<id> or sha256:<64 hex digits> can be allowed.", {
        hint: "Run `throughline secrets scan` to see both for every finding.",
      });
    }
    const allowed = [...new Set([...app.settings.values["redaction.allow"], what])];
    await app.settingsFiles.set("redaction.allow", allowed.join(","));
    return { allowed };
  },

  toText: ({ allowed }) => `Allowed: ${allowed.join(", ")}.`,
});
