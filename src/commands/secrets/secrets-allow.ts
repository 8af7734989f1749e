import * as z from "zod";
import { AppError } from "../../base/errors.js";
import { defineCommand } from "../define-command.js";

export const secretsAllow = defineCommand({
  name: "secrets allow",
  summary: "Let something stay that looks like a secret and is none.",
  input: z.object({ what: z.string().describe("rule:<id> or sha256:<hex> as `secrets scan` prints them.") }),
  positional: ["what"],
  examples: ["secrets allow rule:generic-api-key"],

  async run({ what }, app) {
    if (!/^(rule:[\w-]+|sha256:[0-9a-f]{64})$/.test(what)) {
      throw new AppError("invalid", "Only rule:<id> or sha256:<64 hex digits> can be allowed by command.", {
        hint: "`throughline secrets scan` prints both for what it finds.",
      });
    }
    const allowed = [...new Set([...app.settings.values["redaction.allow"], what])];
    await app.settingsFiles.set("redaction.allow", allowed.join(","));
    return { allowed };
  },

  toText: ({ allowed }) => `Allowed now: ${allowed.join(", ")}.`,
});
