import { describe, expect, it } from "vitest";
import type { MemoryDetail } from "../../../src/surface/http/api-types.js";
import { confidencePoints } from "./confidence-points.js";

const memory = {
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-01-03T00:00:00Z",
  confidence: 0.6,
  history: [],
  votes: { helpful: 1, unhelpful: 0, succeeded: 0, failed: 0 },
} as unknown as MemoryDetail;
const now = Date.parse("2026-01-09T00:00:00Z");

describe("confidencePoints", () => {
  it("follows the votes", () => {
    const cast = [{ at: "2026-01-02T00:00:00Z", by: "ada", signal: "helpful" as const, confidence: 0.6 }];
    const { points, isWhole } = confidencePoints({ ...memory, votes: { ...memory.votes, cast } }, now);
    expect(isWhole).toBe(true);
    expect(points.map(({ value }) => value)).toEqual([0.5, 0.6, 0.6]);
    expect(points[1]?.about).toBe("helped, reported by ada");
  });

  it("reports votes without a time, and ends at the current confidence", () => {
    const { points, isWhole } = confidencePoints(memory, now);
    expect(isWhole).toBe(false);
    expect(points.at(-1)).toEqual({ at: now, value: 0.6 });
  });

  it("starts with the first version", () => {
    const history = [{ createdAt: "2025-12-01T00:00:00Z" }] as unknown as MemoryDetail["history"];
    expect(confidencePoints({ ...memory, history }, now).points[0]?.at).toBe(Date.parse("2025-12-01T00:00:00Z"));
  });
});
