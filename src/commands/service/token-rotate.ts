import * as z from "zod";
import { atTerminal, roles } from "../../domain/access/principal.js";
import { defineCommand } from "../define-command.js";

export const tokenRotate = defineCommand({
  name: "token rotate",
  summary: "Replace a personal access token, with the same rights or another role, and print it once.",
  input: z.object({
    id: z.string().describe("Token id, as listed by `token list`."),
    role: z.enum(roles).optional().describe("New role. Default: the same."),
    days: z.number().int().min(1).max(3650).default(90).describe("Validity in days."),
  }),
  positional: ["id"],
  rawAnswer: "The token is shown once and not stored.",
  examples: ["token rotate tok_01hw0000000000000000000000", "token rotate tok_01hw0000000000000000000000 --role read"],

  async run({ id, ...change }, app) {
    const { secret, facts } = await app.access.tokens.rotate(id, change, atTerminal(app.call.caller));
    return { id: facts.id, replaced: id, expires: facts.expiresAt, secret };
  },

  toText: ({ id, replaced, expires, secret }) =>
    [`Replaced ${replaced} by ${id}, valid until ${expires.slice(0, 10)}. It is shown only once:`, "", secret].join(
      "\n",
    ),
});
