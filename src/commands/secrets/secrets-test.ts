import * as z from "zod";
import { defineCommand } from "../define-command.js";

export const secretsTest = defineCommand({
  name: "secrets test",
  summary: "Show what would be kept of a text, and which rules find something in it.",
  input: z.object({ text: z.string().describe("The text; `-` reads standard input.") }),
  positional: ["text"],
  examples: ["secrets test 'token = abc'"],
  run: async ({ text }, app) => app.secrets.test(text),

  toText: ({ text, rules }, paint) =>
    rules.length === 0
      ? "Nothing in it looks like a secret."
      : `${text}\n${paint.dim(`Found by: ${rules.join(", ")}.`)}`,
});
