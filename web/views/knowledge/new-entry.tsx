import { useState } from "preact/hooks";
import { changes } from "../../api/live.js";
import { callTool, post, urlOf } from "../../api/request.js";
import { go } from "../../app/router.js";
import { Dialog } from "../../components/dialog.js";
import { DraftNotice } from "../../components/draft-notice.js";
import { Field } from "../../components/field.js";
import { notify, notifyUndoable } from "../../components/toasts.js";
import { useDraft } from "../../components/use-draft.js";
import { entryTypes, type Kind, readers } from "./kinds.js";
import { remove } from "./remove-entry.js";

interface Props {
  readonly kind: Kind;
  readonly folder: string;
}

export function NewEntry({ kind, folder }: Props) {
  const [isOpen, setOpen] = useState(false);
  const draft = useDraft(`new ${folder} ${kind}`, { name: "", about: "", text: "" });
  const save = async () => {
    try {
      await refuseExisting(kind, draft.value.name, folder);
      const key = await add(kind, draft.value, folder);
      changes.value++;
      setOpen(false);
      draft.clear();
      go(["knowledge", kind, key], { folder });
      notifyUndoable("Added", () => undoAdd(kind, key, folder));
    } catch (error) {
      notify((error as Error).message, "failure");
    }
  };
  const field = (name: "name" | "about", label: string, about: string) => (
    <Field label={label} about={about}>
      {(id) => (
        <input
          id={id}
          required
          value={draft.value[name]}
          onInput={(event) => draft.set({ ...draft.value, [name]: event.currentTarget.value })}
        />
      )}
    </Field>
  );
  return (
    <>
      <button type="button" class="button" disabled={folder === ""} onClick={() => setOpen(true)}>
        New {entryTypes[kind]}
      </button>
      <Dialog
        title={`New ${entryTypes[kind]}`}
        isWide
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        action={
          <button type="submit" form="new-entry" class="button primary">
            Add
          </button>
        }
      >
        <DraftNotice draft={draft} />
        <form
          id="new-entry"
          class="form"
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          {field("name", kind === "decisions" ? "Title" : "Name", "A few words.")}
          {kind === "skills" && field("about", "When to use it", "Agents choose by this line.")}
          <Field label={kind === "decisions" ? "What was decided" : "Text"} about="Markdown.">
            {(id) => (
              <textarea
                id={id}
                required
                rows={10}
                value={draft.value.text}
                onInput={(event) => draft.set({ ...draft.value, text: event.currentTarget.value })}
              />
            )}
          </Field>
        </form>
      </Dialog>
    </>
  );
}

async function add(kind: Kind, draft: { name: string; about: string; text: string }, folder: string): Promise<string> {
  const { name, about, text } = draft;
  switch (kind) {
    case "knowledge":
      return (await callTool<{ key: string }>("context_add_knowledge", { key: name, content: text }, folder)).key;
    case "conventions":
      return (await callTool<{ key: string }>("context_add_convention", { key: name, content: text }, folder)).key;
    case "skills": {
      const input = { name, description: about, instructions: text };
      return (await callTool<{ name: string }>("context_add_skill", input, folder)).name;
    }
    case "decisions": {
      const { id } = await callTool<{ id: number }>("context_record_decision", { title: name, decision: text }, folder);
      return String(id);
    }
  }
}

/** A new entry must not overwrite an existing one; editing that one can be undone. */
async function refuseExisting(kind: Kind, name: string, folder: string): Promise<void> {
  if (kind === "decisions") return;
  const input = kind === "skills" ? { name } : { key: name };
  const exists = await callTool(readers[kind], input, folder).then(
    () => true,
    () => false,
  );
  if (exists) throw new Error(`${name} already exists. Select it in the list to edit it.`);
}

async function undoAdd(kind: Kind, key: string, folder: string): Promise<void> {
  if (kind === "decisions") await post(urlOf(`/api/context/decisions/${key}/remove`, { folder }));
  else await remove(kind, key, folder);
  go(["knowledge", kind], { folder });
  changes.value++;
}
