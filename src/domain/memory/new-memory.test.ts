import { describe, expect, it } from "vitest";
import { newMemory, withEvidence, withVote } from "./new-memory.js";

const lesson = { project: "shop", title: "Pools", content: "Close them.", tags: [], outcome: "success" } as const;
const recorded = (at: string) => newMemory(lesson, { id: "mem_1", at, author: "ada", anchors: [] });

describe("what was queued and arrives late", () => {
  it("keeps its own time, and does not make a memory look older than its last change", () => {
    const changed = { ...recorded("2026-01-01T00:00:00.000Z"), updatedAt: "2026-01-05T00:00:00.000Z" };
    const queuedAt = "2026-01-03T00:00:00.000Z";
    const voted = withVote(changed, { at: queuedAt, by: "bob", signal: "helpful" });
    expect(voted).toMatchObject({ updatedAt: changed.updatedAt, votes: { cast: [{ at: queuedAt }] } });
    const joined = withEvidence(changed, recorded(queuedAt));
    expect(joined.updatedAt).toBe(changed.updatedAt);
    expect(joined.evidence.at(-1)?.at).toBe(queuedAt);
  });
});
