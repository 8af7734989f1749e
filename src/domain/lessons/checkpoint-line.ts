import { daysBefore } from "../../base/days.js";
import { shortId } from "../../base/ids.js";
import { opening } from "../../base/text/sentences.js";
import type { Call } from "../call.js";
import type { Checkpoints } from "../memory/checkpoints.js";
import { type LessonLine, oneLine } from "./lesson-line.js";
import type { SessionEnd } from "./session-ends.js";
import type { SessionBrief } from "./session-state.js";

/** An older state says little about what to do next. */
const maxAgeDays = 14;
const maxLength = 900;

const continuing =
  /\b(?:continue|resume|carry on|pick(?:ing)? (?:it |this )?up|left off|hand(?:ed)?[ -]?over|checkpoint|last agent|previous agent)\b|\b(?:weitermachen|mach weiter|continúa|sigue donde|reprends|continuer)(?!\p{L})/iu;

/** Whether a prompt points at earlier work without naming it. The other languages are not measured. */
export const asksToContinue = (text: string): boolean => continuing.test(text);

/**
 * The state that another session saved on purpose for the next one. A session that began later and changed files has
 * continued from it or gone elsewhere: how that one ended counts then.
 */
export async function checkpointLines(
  checkpoints: Pick<Checkpoints, "list" | "resume">,
  call: Call,
  { ends, now, since = "" }: { readonly ends: readonly SessionEnd[]; readonly now: Date; readonly since?: string },
): Promise<LessonLine[]> {
  const listing = { projectPath: call.folder, isAutomatic: false, limit: 1 };
  const [newest] = (await checkpoints.list(call, undefined, listing)).checkpoints;
  if (!newest || newest.sessionId === call.session) return [];
  if (newest.createdAt <= since || newest.createdAt < daysBefore(now, maxAgeDays)) return [];
  if (ends.some(({ startedAt, files }) => startedAt > newest.createdAt && files.length > 0)) return [];
  const { content } = await checkpoints.resume(call, undefined, newest.id, "context");
  const source = `${shortId(newest.id)} ${newest.createdAt.slice(5, 10)}`;
  return [{ item: `checkpoint:${newest.id}`, text: `- ${opening(oneLine(content), maxLength)} [${source}]` }];
}

/** The state of a session before compaction is an ordinary checkpoint to list, compare and resume. */
export async function saveBrief(checkpoints: Pick<Checkpoints, "save">, call: Call, brief: SessionBrief) {
  await checkpoints.save(call, undefined, {
    sessionId: brief.sessionId,
    projectPath: call.folder,
    name: brief.title,
    description: "Saved before compaction",
    summary: brief.title,
    context: brief.text,
    fullState: "",
    threshold: undefined,
    autoCreated: true,
    metadata: { source: "compaction" },
  });
}

/** What was saved last of the call's session before compaction. */
export async function savedBrief(checkpoints: Pick<Checkpoints, "list" | "resume">, call: Call) {
  const listing = { sessionId: call.session, isAutomatic: true, limit: 1 };
  const [newest] = (await checkpoints.list(call, undefined, listing)).checkpoints;
  return newest && (await checkpoints.resume(call, undefined, newest.id, "context")).content;
}
