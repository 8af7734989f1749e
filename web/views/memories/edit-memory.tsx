import { useEffect, useState } from "preact/hooks";
import type { MemoryDetail } from "../../../src/surface/http/api-types.js";
import { callTool, post } from "../../api/ask.js";
import { changes } from "../../api/live.js";
import { go } from "../../app/router.js";
import { Dialog } from "../../components/dialog.js";
import { Field } from "../../components/field.js";
import { notify, notifyUndoable } from "../../components/toasts.js";
import type { MemoryFilters } from "./memory-filters.js";

interface Props {
  readonly memory: MemoryDetail;
  readonly filters: MemoryFilters;
  readonly isOpen: boolean;
  onClose(): void;
}

/** New words make a new version; the old one stays in its history. */
export function EditMemory({ memory, filters, isOpen, onClose }: Props) {
  const [draft, setDraft] = useState(() => draftOf(memory));
  useEffect(() => setDraft(draftOf(memory)), [isOpen, memory.id]);
  const put = async (input: object) => {
    const { id } = await callTool<{ id: string }>("memory_update", input);
    changes.value++;
    go(["memories", id], filters);
    return id;
  };
  const undo = async (id: string) => {
    if (id === memory.id) return put({ memory_id: id, tags: memory.tags });
    await post(`/api/memories/${id}/undo`, { state: memory.state });
    changes.value++;
    go(["memories", memory.id], filters);
    return memory.id;
  };
  const save = async () => {
    const tags = draft.tags
      .split(",")
      .map((tag) => tag.trim())
      .filter(Boolean);
    const input = { memory_id: memory.id, title: draft.title, content: draft.content, tags };
    try {
      const id = await put({ ...input, reason: "Corrected on the page" });
      onClose();
      notifyUndoable(id === memory.id ? "Saved" : "Saved as a new version", () => undo(id));
    } catch (error) {
      notify((error as Error).message, "failure");
    }
  };
  return (
    <Dialog
      title="Edit the memory"
      isWide
      isOpen={isOpen}
      onClose={onClose}
      action={
        <button type="submit" form="edit-memory" class="button primary">
          Save
        </button>
      }
    >
      <form
        id="edit-memory"
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field label="Title">
          {(id) => (
            <input
              id={id}
              required
              maxLength={100}
              value={draft.title}
              onInput={(event) => setDraft({ ...draft, title: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field label="What was learned" about="Markdown.">
          {(id) => (
            <textarea
              id={id}
              required
              rows={9}
              value={draft.content}
              onInput={(event) => setDraft({ ...draft, content: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field label="Tags" about="With commas between them.">
          {(id) => (
            <input
              id={id}
              value={draft.tags}
              onInput={(event) => setDraft({ ...draft, tags: event.currentTarget.value })}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

const draftOf = ({ title, content, tags }: MemoryDetail) => ({ title, content, tags: tags.join(", ") });
