import * as z from "zod";
import { blankControls } from "../../base/text-cells.js";
import type { Command } from "../../commands/define-command.js";

interface Unconfirmed {
  /** Why nothing was deleted. */
  readonly held: "dry run" | "declined";
  readonly would: string;
}

const flags = {
  dryRun: z.boolean().default(false).describe("Show what would be deleted, and delete nothing."),
  yes: z.boolean().default(false).describe("Do not ask."),
};

const isUnconfirmed = (answer: unknown): answer is Unconfirmed =>
  typeof answer === "object" && answer !== null && "held" in answer && "would" in answer;

/** A command that deletes something asks first at a terminal; scripts are not asked. */
export function withConfirmation(command: Command): Command {
  const { confirm } = command;
  if (!confirm) return command;
  return {
    ...command,
    input: command.input.extend(flags),

    async run({ dryRun, yes, ...input }, app) {
      const would = blankControls(app.redaction.text(await confirm(input, app)));
      if (dryRun) return { held: "dry run", would } satisfies Unconfirmed;
      const isAllowed = yes || ((await app.ask(`${would}\nContinue?`)) ?? true);
      return isAllowed ? command.run(input, app) : ({ held: "declined", would } satisfies Unconfirmed);
    },

    toText(answer, paint) {
      if (!isUnconfirmed(answer)) return command.toText(answer, paint);
      const why = answer.held === "dry run" ? "Nothing was changed: this was a dry run." : "Nothing was changed.";
      return answer.held === "dry run" ? `${answer.would}\n${why}` : why;
    },

    isFailure: (answer) => (isUnconfirmed(answer) ? false : (command.isFailure?.(answer) ?? false)),
    exitCode(answer) {
      if (isUnconfirmed(answer)) return answer.held === "declined" ? 1 : 0;
      return command.exitCode?.(answer) ?? (command.isFailure?.(answer) ? 1 : 0);
    },
  };
}
