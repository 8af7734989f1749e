import { laterOf } from "../../base/days.js";
import type { CastVote, Memory } from "../../store/memory/memory.js";
import { afterSignal } from "./confidence.js";
import { maxVotes } from "./new-memory.js";

/** A positive vote verifies a candidate; a negative one only lowers confidence, because the memory may have been misapplied. */
export function withVote(memory: Memory, vote: Omit<CastVote, "confidence">): Memory {
  const { signal, at } = vote;
  const confidence = afterSignal(memory.confidence, signal);
  const isPositive = signal === "helpful" || signal === "succeeded";
  const cast = [...(memory.votes.cast ?? []), { ...vote, confidence }].slice(-maxVotes);
  return {
    ...memory,
    confidence,
    votes: { ...memory.votes, [signal]: memory.votes[signal] + 1, cast },
    state: memory.state === "candidate" && isPositive ? "verified" : memory.state,
    // A vote that was queued arrives after later changes.
    updatedAt: laterOf(memory.updatedAt, at),
  };
}
