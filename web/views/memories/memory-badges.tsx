import type { MemoryRow, MemoryState } from "../../../src/surface/http/api-types.js";
import { Badge, type Tone } from "../../components/badge.js";

const states: Readonly<Record<MemoryState, readonly [string, Tone]>> = {
  heard: ["heard", "plain"],
  candidate: ["to review", "warning"],
  verified: ["verified", "good"],
  rejected: ["rejected", "bad"],
  superseded: ["superseded", "plain"],
};

const sources: Readonly<Record<string, string>> = { distilled: "distilled", imported: "imported" };

export function MemoryBadges({ memory, isFull = false }: { readonly memory: MemoryRow; readonly isFull?: boolean }) {
  const [text, tone] = states[memory.state];
  const source = sources[memory.source];
  return (
    <>
      {memory.stale.length > 0 && <Badge tone="warning">possibly stale</Badge>}
      <Badge tone={tone}>{text}</Badge>
      {memory.outcome === "failure" && <Badge tone="bad">does not work</Badge>}
      {isFull && source && <Badge>{source}</Badge>}
    </>
  );
}
