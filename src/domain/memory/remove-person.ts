import type { Evidence, Memory } from "../../store/memory/memory.js";
import type { VersionRemoval } from "../../store/memory/memory-store.js";

/** The name in place of a removed person's; no person can have it, because names do not begin with a bracket. */
export const removedPerson = "(removed)";

/** Whether evidence or votes of the memory name the person. */
export const mentionsPerson = ({ evidence, votes }: Memory, person: string): boolean =>
  evidence.some(({ author }) => author === person) || votes.cast?.some(({ by }) => by === person) === true;

/** Without the person's evidence; their votes still count, without the name. */
export function withoutMentions(memory: Memory, person: string): Memory {
  const { cast, ...counts } = memory.votes;
  const anonymous = cast?.map((vote) => (vote.by === person ? { ...vote, by: removedPerson } : vote));
  return {
    ...memory,
    evidence: memory.evidence.filter(({ author }) => author !== person),
    votes: { ...counts, ...(anonymous ? { cast: anonymous } : {}) },
  };
}

/**
 * What removing a person does to a version that they wrote. If others recorded the same text, the memory is theirs from
 * then on; otherwise it is deleted, and the versions of others before and after it are joined.
 */
export const removeVersionOf =
  (person: string) =>
  (memory: Memory, { before, after }: { before: readonly Memory[]; after: Memory | undefined }): VersionRemoval => {
    const heir = memory.evidence.find((one) => one.author !== person && isRecordingOf(memory, one, before));
    if (heir) return { isDeleted: false, changed: [{ ...withoutMentions(memory, person), author: heir.author }] };
    if (!after) return { isDeleted: true, changed: before.map((old) => madeCurrent(old, memory)) };
    const joined = after.supersedes === memory.id ? [{ ...after, supersedes: memory.supersedes }] : [];
    return { isDeleted: true, changed: [...joined, ...before.map((old) => ({ ...old, supersededBy: after.id }))] };
  };

/** Evidence of this text: a version also has the evidence of those before it, and a merge adds an entry of its own. */
const isRecordingOf = (memory: Memory, entry: Evidence, before: readonly Memory[]): boolean =>
  entry.from !== memory.supersedes &&
  !before.some((old) => old.id === entry.from || old.evidence.some((one) => isSameEntry(one, entry)));

const isSameEntry = (a: Evidence, b: Evidence) => a.at === b.at && a.author === b.author && a.title === b.title;

function madeCurrent(old: Memory, version: Memory): Memory {
  const isConfirmed = old.votes.helpful + old.votes.succeeded > 0;
  const state = version.state === "rejected" ? "rejected" : isConfirmed ? "verified" : "candidate";
  return { ...old, state, supersededBy: "" };
}
