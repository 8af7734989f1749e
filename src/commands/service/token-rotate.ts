import * as z from "zod";
import { atTerminal } from "../../domain/access/principal.js";
import { defineCommand } from "../define-command.js";

export const tokenRotate = defineCommand({
  name: "token rotate",
  summary: "Replace a personal access token by a new one with the same rights, and print it once.",
  input: z.object({
    id: z.string().describe("Token id, as listed by `token list`."),
    days: z.number().int().min(1).max(3650).default(90).describe("Validity in days."),
  }),
  positional: ["id"],
  rawAnswer: "The token is shown once and not stored.",
  examples: ["token rotate tok_01hw0000000000000000000000"],

  async run({ id, days }, app) {
    const { secret, facts } = await app.access.tokens.rotate(id, days, atTerminal(app.call.caller));
    return { id: facts.id, replaced: id, expires: facts.expiresAt, secret };
  },

  toText: ({ id, replaced, expires, secret }) =>
    [`Replaced ${replaced} by ${id}, valid until ${expires.slice(0, 10)}. It is shown only once:`, "", secret].join(
      "\n",
    ),
});
