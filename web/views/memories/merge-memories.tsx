import { useEffect, useState } from "preact/hooks";
import type { MemoryDetail, SimilarMemory } from "../../../src/surface/http/api-types.js";
import { post } from "../../api/request.js";
import { go } from "../../app/router.js";
import { deferRemoval } from "../../components/defer-removal.js";
import { Dialog } from "../../components/dialog.js";
import { Field } from "../../components/field.js";
import type { MemoryFilters } from "./memory-filters.js";

interface Props {
  readonly memory: MemoryDetail;
  readonly other: SimilarMemory | undefined;
  readonly filters: MemoryFilters;
  onClose(): void;
}

/** Merges two memories into one with the evidence and votes of both. */
export function MergeMemories({ memory, other, filters, onClose }: Props) {
  const [draft, setDraft] = useState({ title: "", content: "" });
  useEffect(() => {
    if (other) setDraft({ title: memory.title, content: joinTexts(memory.content, other.content) });
  }, [other?.id]);
  const merge = () => {
    if (!other) return;
    const body = { keep: memory.id, drop: other.id, ...draft };
    onClose();
    deferRemoval([memory.id, other.id], { text: "Merging the two memories", done: "Memories merged" }, async () => {
      const { id } = await post<{ id: string }>("/api/memories/merge", body);
      if (location.hash.includes(memory.id)) go(["memories", id], filters);
    });
  };
  return (
    <Dialog
      title="Merge memories"
      isWide
      isOpen={other !== undefined}
      onClose={onClose}
      action={
        <button type="button" class="button primary" onClick={merge}>
          Merge
        </button>
      }
    >
      <div class="side-by-side">
        <div class="panel">
          <h3>{memory.title}</h3>
          <p class="quiet">{memory.content}</p>
        </div>
        <div class="panel">
          <h3>{other?.title}</h3>
          <p class="quiet">{other?.content}</p>
        </div>
      </div>
      <div class="form">
        <Field label="Title of the merged memory">
          {(id) => (
            <input
              id={id}
              maxLength={100}
              value={draft.title}
              onInput={(event) => setDraft({ ...draft, title: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field label="Content" about="The merged memory has the evidence, votes and tags of both.">
          {(id) => (
            <textarea
              id={id}
              rows={7}
              value={draft.content}
              onInput={(event) => setDraft({ ...draft, content: event.currentTarget.value })}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
}

/** A text that contains the other is used alone. */
const joinTexts = (a: string, b: string): string =>
  a.includes(b) ? a : b.includes(a) ? b : `${a.trimEnd()}\n\n${b.trimStart()}`;
