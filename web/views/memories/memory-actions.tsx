import { useRef, useState } from "preact/hooks";
import type { MemoryDetail, MemoryState } from "../../../src/surface/http/api-types.js";
import { changes } from "../../api/live.js";
import { callTool } from "../../api/request.js";
import { go } from "../../app/router.js";
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
}

/** Actions on a memory. Each can be undone. */
export function MemoryActions({ memory, filters }: Props) {
  const [isEditing, setEditing] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useStableFocus(box);
  const { id, state } = memory;
  const verify = () => setState(id, state, "verified", "Verified. Agents receive it from now on.");
  const reject = () => setState(id, state, "rejected", "Rejected. Agents no longer receive it.");
  const forget = () => {
    deferRemoval([id], "Forgetting the memory; the same text cannot be recorded again", () =>
      callTool("memory_forget", { memory_id: id }),
    );
    go(["memories"], filters);
  };
  const isOpen = state === "candidate" || state === "verified";
  useKeys({
    ...(state === "verified" ? {} : { v: verify }),
    ...(isOpen ? { r: reject } : {}),
    e: () => setEditing(true),
    x: forget,
  });
  if (memory.supersededBy) return null;
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
      <button type="button" class="button danger" title="Key: x" onClick={forget}>
        <Icon name="trash" /> Forget
      </button>
      <EditMemory memory={memory} isOpen={isEditing} onClose={() => setEditing(false)} filters={filters} />
    </div>
  );
}

async function setState(id: string, before: MemoryState, after: MemoryState, text: string): Promise<void> {
  const put = async (state: MemoryState) => {
    await callTool("memory_update", { memory_id: id, state });
    changes.value++;
  };
  await put(after).then(
    () => notifyUndoable(text, () => put(before === "superseded" ? "candidate" : before)),
    (error: Error) => notify(error.message, "failure"),
  );
}

const vote = (id: string, helpful: boolean) =>
  castVote(helpful, () => callTool("memory_feedback", { memory_id: id, helpful }));
