import { AppError } from "../../base/errors.js";
import type { Memory, Votes } from "../../store/memory/memory.js";

/** What the merged memory says. */
export interface MergedWords {
  readonly title: string;
  readonly content: string;
}

const mostKept = 50;

/** `kept` with everything that spoke for `dropped`: its evidence, its votes, its tags and anchors. */
export function joined(kept: Memory, dropped: Memory): Memory {
  const anchors = new Map([...dropped.anchors, ...kept.anchors].map((one) => [one.name, one]));
  const taken = { at: kept.updatedAt, author: kept.author, title: dropped.title, from: dropped.id };
  return {
    ...kept,
    tags: [...new Set([...kept.tags, ...dropped.tags])],
    anchors: [...anchors.values()],
    evidence: [...byTime([...kept.evidence, ...dropped.evidence]), taken].slice(-mostKept),
    votes: summed(kept.votes, dropped.votes),
    confidence: Math.max(kept.confidence, dropped.confidence),
    state: dropped.state === "verified" ? "verified" : kept.state,
  };
}

/** Ids of the memories that one was made from. */
export const olderThan = ({ supersedes, evidence }: Memory): string[] =>
  [supersedes, ...evidence.map(({ from = "" }) => (from.startsWith("mem_") ? from : ""))].filter((id) => id !== "");

export function refuseMerge(kept: Memory, dropped: Memory): void {
  if (kept.id === dropped.id)
    throw new AppError("invalid", "A memory cannot be merged with itself.", { hint: "Choose another one." });
  const replaced = [kept, dropped].find(({ supersededBy }) => supersededBy !== "");
  if (!replaced) return;
  const { id, supersededBy } = replaced;
  throw new AppError("conflict", `Memory ${id} was superseded by ${supersededBy}.`, { hint: "Merge that one." });
}

const byTime = <T extends { readonly at: string }>(all: readonly T[]): T[] =>
  all.toSorted((a, b) => a.at.localeCompare(b.at));

function summed(a: Votes, b: Votes): Votes {
  const cast = byTime([...(a.cast ?? []), ...(b.cast ?? [])]).slice(-mostKept);
  return {
    helpful: a.helpful + b.helpful,
    unhelpful: a.unhelpful + b.unhelpful,
    succeeded: a.succeeded + b.succeeded,
    failed: a.failed + b.failed,
    ...(cast.length > 0 ? { cast } : {}),
  };
}
