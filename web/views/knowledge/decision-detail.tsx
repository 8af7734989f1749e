import { useState } from "preact/hooks";
import type { ContextOverview } from "../../../src/surface/http/api-types.js";
import { changes } from "../../api/live.js";
import { callTool, get, post, urlOf } from "../../api/request.js";
import { useAnswer } from "../../api/use-answer.js";
import { entryLink } from "../../app/links.js";
import { useKeys } from "../../app/use-keys.js";
import { Select } from "../../components/field.js";
import { ItemTitle } from "../../components/item-title.js";
import { Markdown } from "../../components/markdown.js";
import { ShowAnswer } from "../../components/show-answer.js";
import { notify, notifyUndoable } from "../../components/toasts.js";
import { DecisionGraph } from "./decision-graph.js";
import { EditText } from "./edit-text.js";
import { ScopeSelect } from "./scope-select.js";
import { Versions } from "./versions.js";

interface Decision {
  readonly id: number;
  readonly title: string;
  readonly status: string;
  readonly context: string;
  readonly decision: string;
  readonly consequences: string;
  readonly date: string;
  readonly author: string;
  readonly scope: string;
}

const statuses = ["proposed", "accepted", "deprecated", "superseded"].map((value) => ({ value, label: value }));

export function DecisionDetail({ context, id }: { readonly context: ContextOverview; readonly id: string }) {
  const { folder } = context;
  const [isEditing, setEditing] = useState(false);
  const address = urlOf(`/api/context/decisions/${encodeURIComponent(id)}`, { folder });
  const answer = useAnswer(
    async (stop) => ({
      ...(await callTool<Decision>("context_get_decision", { id }, folder)),
      ...(await get<{ text: string }>(address, {}, stop)),
    }),
    [id, folder],
  );
  useKeys({ e: () => setEditing(true) });
  return (
    <ShowAnswer answer={answer}>
      {(decision) => (
        <article class="detail">
          <ItemTitle title={decision.title} />
          <header>
            <h2>
              <span class="quiet">{String(decision.id).padStart(4, "0")}</span> {decision.title}
            </h2>
            <p class="meta">{[decision.date, decision.author].filter(Boolean).join(" · ")}</p>
          </header>
          <div class="detail-actions">
            <button type="button" class="button" title="Key: e" onClick={() => setEditing(true)}>
              Edit
            </button>
            <Select
              label="Status"
              value={decision.status}
              options={statuses}
              onChange={(status) => setStatus(id, decision.status, status, folder)}
            />
            <ScopeSelect kind="decisions" entryKey={id} scope={decision.scope} folder={folder} />
          </div>
          <Relations context={context} id={decision.id} />
          <Section title="Context" text={decision.context} />
          <Section title="Decision" text={decision.decision} />
          <Section title="Consequences" text={decision.consequences} />
          {context.links.length > 0 && <DecisionGraph context={context} selected={decision.id} />}
          <Versions folder={folder} kind="decisions" entryKey={id} current={decision.text} />
          <EditText
            id={`${folder} decisions ${id}`}
            title={`Edit ${decision.title}`}
            text={decision.text}
            isOpen={isEditing}
            onClose={() => setEditing(false)}
            onSave={(text) => rewrite(address, text, decision.text)}
          />
        </article>
      )}
    </ShowAnswer>
  );
}

const Section = ({ title, text }: { readonly title: string; readonly text: string }) =>
  text === "" ? null : (
    <section>
      <h3>{title}</h3>
      <Markdown text={text} />
    </section>
  );

function Relations({ context, id }: { readonly context: ContextOverview; readonly id: number }) {
  const newer = context.links.filter((link) => link.older === id).map((link) => link.newer);
  const older = context.links.filter((link) => link.newer === id).map((link) => link.older);
  const link = (linkedId: number) => (
    <a key={linkedId} href={entryLink("decision", String(linkedId), context.folder)}>
      {String(linkedId).padStart(4, "0")} {context.decisions.find((decision) => decision.id === linkedId)?.title}
    </a>
  );
  return (
    <>
      {newer.length > 0 && (
        <p class="notice">
          <span>Superseded by {newer.map(link)}</span>
        </p>
      )}
      {older.length > 0 && <p class="quiet">Supersedes {older.map(link)}</p>}
    </>
  );
}

async function setStatus(id: string, previous: string, next: string, folder: string): Promise<void> {
  const saveStatus = async (status: string) => {
    await callTool("context_update_decision", { id, status }, folder);
    changes.value++;
  };
  await saveStatus(next).then(
    () => notifyUndoable(`Marked as ${next}`, () => saveStatus(previous)),
    (error: Error) => notify(error.message, "failure"),
  );
}

/** Writes the whole file, with undo. */
async function rewrite(address: string, text: string, previous: string): Promise<void> {
  const saveText = async (content: string) => {
    await post(address, { text: content });
    changes.value++;
  };
  await saveText(text);
  notifyUndoable("Saved", () => saveText(previous));
}
