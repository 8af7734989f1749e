import * as z from "zod";
import { defineCommand } from "../define-command.js";

export const secretsTest = defineCommand({
  name: "secrets test",
  summary: "Show how a text would be redacted, and by which rules.",
  input: z.object({ text: z.string().describe("Text to check; - reads standard input.") }),
  positional: ["text"],
  examples: ["secrets test 'token = abc'"],
  run: async ({ text }, app) => app.secrets.test(text),

  toText: ({ text, rules }, paint) =>
    rules.length === 0 ? "No secrets found in the text." : `${text}\n${paint.dim(`Found by: ${rules.join(", ")}.`)}`,
});
