import type { MemoryDetail } from "../../../src/surface/http/api-types.js";
import { changes } from "../../api/live.js";
import { callTool, post } from "../../api/request.js";
import { go } from "../../app/router.js";
import { Dialog } from "../../components/dialog.js";
import { DraftNotice } from "../../components/draft-notice.js";
import { Field } from "../../components/field.js";
import { notify, notifyUndoable } from "../../components/toasts.js";
import { useDraft } from "../../components/use-draft.js";
import type { MemoryFilters } from "./memory-filters.js";

interface Props {
  readonly memory: MemoryDetail;
  readonly filters: MemoryFilters;
  readonly isOpen: boolean;
  onClose(): void;
}

/** Changed text becomes a new version; the old one stays in the history. */
export const EditMemory = (props: Props) => (props.isOpen ? <MemoryEditor {...props} /> : null);

function MemoryEditor({ memory, filters, isOpen, onClose }: Props) {
  const draft = useDraft(`memory ${memory.id}`, draftOf(memory));
  const saveMemory = async (input: object) => {
    const { id } = await callTool<{ id: string }>("memory_update", input);
    changes.value++;
    go(["memories", id], filters);
    return id;
  };
  const undoEdit = async (id: string) => {
    const { state, updatedAt } = memory;
    await post(`/api/memories/${encodeURIComponent(id)}/undo-edit`, { state, updatedAt });
    changes.value++;
    go(["memories", memory.id], filters);
  };
  const save = async () => {
    const tags = draft.value.tags
      .split(",")
      .map((tag) => tag.trim())
      .filter(Boolean);
    const input = { memory_id: memory.id, title: draft.value.title, content: draft.value.content, tags };
    try {
      const id = await saveMemory({ ...input, reason: "Edited in the web UI" });
      draft.clear();
      onClose();
      notifyUndoable(id === memory.id ? "Saved" : "Saved as a new version", () =>
        id === memory.id ? saveMemory({ memory_id: id, tags: memory.tags }) : undoEdit(id),
      );
    } catch (error) {
      notify((error as Error).message, "failure");
    }
  };
  return (
    <Dialog
      title="Edit memory"
      isWide
      isOpen={isOpen}
      onClose={onClose}
      action={
        <button type="submit" form="edit-memory" class="button primary">
          Save
        </button>
      }
    >
      <DraftNotice draft={draft} />
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
              value={draft.value.title}
              onInput={(event) => draft.set({ ...draft.value, title: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field label="Lesson" about="Markdown.">
          {(id) => (
            <textarea
              id={id}
              required
              rows={9}
              value={draft.value.content}
              onInput={(event) => draft.set({ ...draft.value, content: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field label="Tags" about="Separated by commas.">
          {(id) => (
            <input
              id={id}
              value={draft.value.tags}
              onInput={(event) => draft.set({ ...draft.value, tags: event.currentTarget.value })}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

const draftOf = ({ title, content, tags }: MemoryDetail) => ({ title, content, tags: tags.join(", ") });
