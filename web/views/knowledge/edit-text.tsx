import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../../components/dialog.js";
import { Markdown } from "../../components/markdown.js";
import { notify } from "../../components/toasts.js";

interface Props {
  readonly title: string;
  readonly text: string;
  readonly isOpen: boolean;
  onClose(): void;
  onSave(text: string): Promise<void>;
}

/** A Markdown editor with preview. */
export function EditText({ title, text, isOpen, onClose, onSave }: Props) {
  const [draft, setDraft] = useState(text);
  useEffect(() => setDraft(text), [isOpen]);
  const save = () =>
    onSave(draft).then(onClose, (error: Error) => {
      notify(error.message, "failure");
    });
  return (
    <Dialog
      title={title}
      isWide
      isOpen={isOpen}
      onClose={onClose}
      action={
        <button type="button" class="button primary" disabled={draft === text} onClick={save}>
          Save
        </button>
      }
    >
      <div class="side-by-side edit-text">
        <textarea
          aria-label="Markdown"
          rows={16}
          value={draft}
          onInput={(event) => setDraft(event.currentTarget.value)}
        />
        <div class="panel preview">
          <Markdown text={draft} />
        </div>
      </div>
    </Dialog>
  );
}
