import { AppError } from "../base/errors.js";
import type { AppCall } from "../domain/app.js";
import type { MemoryChanges } from "../domain/memory/memory-changes.js";

/** What becomes a convention, a skill or a changed lesson is for a person to decide, not for a page or a file that an agent reads. */
export async function requireOwnText({ foreignText, call }: AppCall, what: string, text: string): Promise<void> {
  if (!(await foreignText.isForeign(call, text))) return;
  const question = `These are words of a text that was read in this session. Keep ${what} all the same?`;
  if (await call.confirm?.(question)) return;
  throw new AppError("forbidden", `Not kept: ${what} has the words of a text that was read in this session.`, {
    hint: "Ask the person. Who runs the command at a terminal is asked, and can keep it.",
  });
}

/** The same for a memory that a call rewords, and for one that waits for a person, which a call confirms. */
export async function requireOwnMemory(app: AppCall, id: string, given: Pick<MemoryChanges, "title" | "content"> = {}) {
  const { memory } = await app.memories.get(app.call, id);
  const { title = memory.title, content = memory.content } = given;
  const isReworded = given.title !== undefined || given.content !== undefined;
  if (isReworded || memory.source === "imported") await requireOwnText(app, `"${title}"`, `${title}. ${content}`);
}
