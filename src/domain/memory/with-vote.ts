import type { CastVote, Memory } from "../../store/memory/memory.js";
import { afterSignal } from "./confidence.js";
import { maxKeptVotes } from "./new-memory.js";

/** A good word proves a candidate; a bad one only costs trust, because it may have been used where it does not fit. */
export function withVote(memory: Memory, vote: Omit<CastVote, "confidence">): Memory {
  const { signal, at } = vote;
  const confidence = afterSignal(memory.confidence, signal);
  const isGood = signal === "helpful" || signal === "succeeded";
  const cast = [...(memory.votes.cast ?? []), { ...vote, confidence }].slice(-maxKeptVotes);
  return {
    ...memory,
    confidence,
    votes: { ...memory.votes, [signal]: memory.votes[signal] + 1, cast },
    state: memory.state === "candidate" && isGood ? "verified" : memory.state,
    updatedAt: at,
  };
}
