import { tokensOf } from "../../base/text/tokens.js";
import { catchUpForQuestion } from "../archive/archive.js";
import type { ArchiveParts } from "../archive/archive-parts.js";
import type { Call } from "../call.js";
import { normalize, occursIn, ungroundedTerms } from "./distill/ungrounded-terms.js";
import { isAskedFor, typedWords } from "./typed-words.js";

type Parts = Pick<ArchiveParts, "sessions" | "ingest" | "projectRegistry" | "runtime">;

/** The session of a call is seldom named: it is the project's newest one, if it is as new as this. */
const maxAgeMs = 30 * 60_000;
/** Words of an agent's own that happen to follow each other in what it read are fewer. */
const runLength = 4;
const maxShare = 0.5;

export type ForeignText = ReturnType<typeof createForeignText>;

export const createForeignText = ({ sessions, ingest, projectRegistry, runtime }: Parts) => ({
  /** Whether an agent is about to record what a page, a file, an output or a pasted text told it to. */
  async isForeign(call: Call, text: string, kind?: string): Promise<boolean> {
    // A service has nobody's transcripts: the machine of the session has looked before it sent the record.
    if (call.access) return false;
    const project = await projectRegistry.lookUp(call.tenant, call.folder, call.folder);
    if (!project) return false;
    await catchUpForQuestion(ingest);
    const [session] = await sessions.list(call.tenant, { project: project.id }, 1);
    if (!session || runtime.now().getTime() - Date.parse(session.endedAt) > maxAgeMs) return false;
    const events = await sessions.lastEvents(call.tenant, session.id);
    const own = events.flatMap((event) => (event.kind === "prompt" ? [typedWords(event.text)] : []));
    const read = events.flatMap((event) => (event.kind === "prompt" || event.kind === "result" ? [event.text] : []));
    const known = new Set(own.flatMap(runsIn));
    const foreign = new Set(read.flatMap(runsIn).filter((run) => !known.has(run)));
    const runs = runsIn(text);
    if (runs.length > 0 && runs.filter((run) => foreign.has(run)).length > runs.length * maxShare) return true;
    // Facts come from files and outputs. A rule is the person's: if its words are not, no name in it may be from there.
    if (kind !== "rule" && kind !== "preference") return false;
    if (isAskedFor(text, new Set(tokensOf(own.join("\n"))))) return false;
    const material = normalize(read.join("\n"));
    return ungroundedTerms(text, own.join("\n")).some((name) => occursIn(material, normalize(name)));
  },
});

/** Every few words in a row, without signs and case. */
function runsIn(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(runLength - 1).map((_, i) => words.slice(i, i + runLength).join(" "));
}
