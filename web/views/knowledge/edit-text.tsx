import { Dialog } from "../../components/dialog.js";
import { DraftNotice } from "../../components/draft-notice.js";
import { Markdown } from "../../components/markdown.js";
import { notify } from "../../components/toasts.js";
import { useDraft } from "../../components/use-draft.js";

interface Props {
  /** Identifies the text, for its draft. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly isOpen: boolean;
  onClose(): void;
  onSave(text: string): Promise<void>;
}

/** A Markdown editor with preview. */
export const EditText = (props: Props) => (props.isOpen ? <TextEditor {...props} /> : null);

function TextEditor({ id, title, text, isOpen, onClose, onSave }: Props) {
  const draft = useDraft(`text ${id}`, text);
  const save = () =>
    onSave(draft.value).then(
      () => {
        draft.clear();
        onClose();
      },
      (error: Error) => notify(error.message, "failure"),
    );
  return (
    <Dialog
      title={title}
      isWide
      isOpen={isOpen}
      onClose={onClose}
      action={
        <button type="button" class="button primary" disabled={!draft.isDirty} onClick={save}>
          Save
        </button>
      }
    >
      <DraftNotice draft={draft} />
      <div class="side-by-side edit-text">
        <textarea
          aria-label="Markdown"
          rows={16}
          value={draft.value}
          onInput={(event) => draft.set(event.currentTarget.value)}
        />
        <div class="panel preview">
          <Markdown text={draft.value} />
        </div>
      </div>
    </Dialog>
  );
}
