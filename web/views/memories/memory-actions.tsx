import { useRef, useState } from "preact/hooks";
import type { MemoryDetail, MemoryState } from "../../../src/surface/http/api-types.js";
import { changes } from "../../api/live.js";
import { callTool } from "../../api/request.js";
import { go } from "../../app/router.js";
import { mayDelete, mayWrite } from "../../app/team.js";
import { useKeys } from "../../app/use-keys.js";
import { castVote } from "../../components/cast-vote.js";
import { deferRemoval } from "../../components/defer-removal.js";
import { Icon } from "../../components/icon.js";
import { notify, notifyUndoable } from "../../components/toasts.js";
import { useStableFocus } from "../../components/use-stable-focus.js";
import { EditMemory } from "./edit-memory.js";
import type { MemoryFilters } from "./memory-filters.js";

interface Props {
  readonly memory: MemoryDetail;
  readonly filters: MemoryFilters;
  onDone(): void;
}

/** Actions on a memory. Each can be undone. */
export function MemoryActions({ memory, filters, onDone }: Props) {
  const [isEditing, setEditing] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useStableFocus(box);
  const { id, state } = memory;
  const saveState = async (next: MemoryState) => {
    await callTool("memory_update", { memory_id: id, state: next });
    changes.value++;
  };
  const change = (next: MemoryState, text: string) =>
    saveState(next).then(
      () => {
        onDone();
        notifyUndoable(`${text}: ${memory.title}`, async () => {
          await saveState(state === "superseded" ? "candidate" : state);
          if (location.hash.startsWith("#/memories")) go(["memories", id], filters, "replace");
        });
      },
      (error: Error) => notify(error.message, "failure"),
    );
  const verify = () => change("verified", "Verified");
  const reject = () => change("rejected", "Rejected");
  const forget = () => {
    deferRemoval(
      [id],
      { text: "Forgetting the memory", done: "Memory forgotten. The same text cannot be recorded again." },
      () => callTool("memory_forget", { memory_id: id }),
    );
    onDone();
    if (filters.state !== "candidate" && location.hash.startsWith("#/memories")) go(["memories"], filters);
  };
  const isOpen = state === "candidate" || state === "verified";
  useKeys({
    ...(state === "verified" || !mayWrite() ? {} : { v: verify }),
    ...(isOpen && mayWrite() ? { r: reject } : {}),
    ...(mayWrite() ? { e: () => setEditing(true) } : {}),
    ...(mayDelete() ? { x: forget } : {}),
  });
  if (memory.supersededBy || !mayWrite()) return null;
  return (
    <div ref={box} class="detail-actions">
      {state !== "verified" && (
        <button type="button" class="button primary" title="Key: v" onClick={verify}>
          <Icon name="check" /> Verify
        </button>
      )}
      <button type="button" class="button" title="Key: e" onClick={() => setEditing(true)}>
        Edit
      </button>
      {isOpen && (
        <button type="button" class="button" title="Key: r" onClick={reject}>
          Reject
        </button>
      )}
      <button type="button" class="button" onClick={() => vote(id, true)}>
        It helped
      </button>
      <button type="button" class="button" onClick={() => vote(id, false)}>
        It did not help
      </button>
      {mayDelete() && (
        <button type="button" class="button danger" title="Key: x" onClick={forget}>
          <Icon name="trash" /> Forget
        </button>
      )}
      <EditMemory memory={memory} isOpen={isEditing} onClose={() => setEditing(false)} filters={filters} />
    </div>
  );
}

const vote = (id: string, helpful: boolean) =>
  castVote(helpful, () => callTool("memory_feedback", { memory_id: id, helpful }));
