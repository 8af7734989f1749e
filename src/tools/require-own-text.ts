import { AppError } from "../base/errors.js";
import type { AppCall } from "../domain/app.js";

/** What becomes a convention or a skill is for a person to decide, not for a page or a file that an agent reads. */
export async function requireOwnText({ foreignText, call }: AppCall, what: string, text: string): Promise<void> {
  if (!(await foreignText.isForeign(call, text))) return;
  const question = `These are words of a text that was read in this session. Add ${what} all the same?`;
  if (await call.confirm?.(question)) return;
  throw new AppError("forbidden", `Not added: ${what} has the words of a text that was read in this session.`, {
    hint: "Ask the person. Who runs the command at a terminal is asked, and can add it.",
  });
}
