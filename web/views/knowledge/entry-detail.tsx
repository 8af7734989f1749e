import { useState } from "preact/hooks";
import type { ContextOverview } from "../../../src/surface/http/api-types.js";
import { callTool } from "../../api/request.js";
import { useAnswer } from "../../api/use-answer.js";
import { useKeys } from "../../app/use-keys.js";
import { Icon } from "../../components/icon.js";
import { ItemTitle } from "../../components/item-title.js";
import { Markdown } from "../../components/markdown.js";
import { ShowAnswer } from "../../components/show-answer.js";
import { Time } from "../../components/time.js";
import { EditText } from "./edit-text.js";
import { type Kind, readers } from "./kinds.js";
import { removeEntry } from "./remove-entry.js";
import { saveEntry } from "./save-entry.js";
import { ScopeSelect } from "./scope-select.js";
import { Versions } from "./versions.js";

interface Props {
  readonly context: ContextOverview;
  readonly kind: Extract<Kind, "knowledge" | "conventions">;
  readonly entryKey: string;
}

/** One entry of knowledge, or one convention. */
export function EntryDetail({ context, kind, entryKey }: Props) {
  const { folder } = context;
  const [isEditing, setEditing] = useState(false);
  const answer = useAnswer(
    () => callTool<{ content: string }>(readers[kind], { key: entryKey }, folder),
    [kind, entryKey, folder],
  );
  const row = context[kind].find(({ key }) => key === entryKey);
  useKeys({ e: () => setEditing(true) });
  return (
    <ShowAnswer answer={answer}>
      {({ content }) => (
        <article class="detail">
          <ItemTitle title={entryKey} />
          <header>
            <h2>{entryKey}</h2>
            <p class="meta">
              {row?.author && `${row.author} · `}
              {row?.updatedAt && <Time at={row.updatedAt} />}
            </p>
          </header>
          <div class="detail-actions">
            <button type="button" class="button" title="Key: e" onClick={() => setEditing(true)}>
              Edit
            </button>
            <ScopeSelect kind={kind} entryKey={entryKey} scope={row?.scope ?? "public"} folder={folder} />
            <button type="button" class="button danger" onClick={() => removeEntry(kind, entryKey, folder)}>
              <Icon name="trash" /> Remove
            </button>
          </div>
          <Markdown text={content} />
          <Versions folder={folder} kind={kind} entryKey={entryKey} current={content} />
          <EditText
            id={`${folder} ${kind} ${entryKey}`}
            title={`Edit ${entryKey}`}
            text={content}
            isOpen={isEditing}
            onClose={() => setEditing(false)}
            onSave={(text) => saveEntry({ kind, key: entryKey, text, folder }, content)}
          />
        </article>
      )}
    </ShowAnswer>
  );
}
