import * as z from "zod";
import { isObject } from "../../base/json.js";
import { blankControls } from "../../base/text-cells.js";
import type { Command } from "../../commands/define-command.js";

interface Unconfirmed {
  /** Why nothing was deleted. */
  readonly held: "dry run" | "declined" | "no terminal";
  readonly would: string;
}

/** As long as the page's notice can be undone. */
const undoMs = 7000;

const flags = {
  dryRun: z.boolean().default(false).describe("Show what would be deleted, and delete nothing."),
  yes: z.boolean().default(false).describe("Do not ask."),
};

const reasons: Readonly<Record<Unconfirmed["held"], string>> = {
  "dry run": "Nothing was changed: this was a dry run.",
  declined: "Nothing was changed.",
  "no terminal": "Nothing was changed: there is no terminal to confirm in. Add --yes to do it.",
};

const isUnconfirmed = (answer: unknown): answer is Unconfirmed =>
  isObject(answer) && "held" in answer && "would" in answer;

/** A command that deletes something asks first. Without a terminal, as in the shell of an agent, it needs `--yes`. */
export function withConfirmation(command: Command): Command {
  const { confirm } = command;
  if (!confirm) return command;
  return {
    ...command,
    input: command.input.extend(flags),

    async run({ dryRun, yes, ...input }, app) {
      const would = blankControls(app.redaction.text(await confirm(input, app)));
      if (dryRun) return { held: "dry run", would } satisfies Unconfirmed;
      const isAllowed = yes || would === "" || (await app.ask(`${would}\nContinue?`, { undoMs }));
      if (isAllowed) return command.run(input, app);
      return { held: isAllowed === undefined ? "no terminal" : "declined", would } satisfies Unconfirmed;
    },

    toText(answer, paint) {
      if (!isUnconfirmed(answer)) return command.toText(answer, paint);
      return answer.held === "declined" ? reasons.declined : `${answer.would}\n${reasons[answer.held]}`;
    },

    exitCode(answer) {
      if (isUnconfirmed(answer)) return answer.held === "dry run" ? 0 : 1;
      return command.exitCode?.(answer) ?? (command.isFailure?.(answer) ? 1 : 0);
    },
  };
}
