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
      {(one) => (
        <article class="detail">
          <ItemTitle title={one.title} />
          <header>
            <h2>
              <span class="quiet">{String(one.id).padStart(4, "0")}</span> {one.title}
            </h2>
            <p class="meta">{[one.date, one.author].filter(Boolean).join(" · ")}</p>
          </header>
          <div class="detail-actions">
            <button type="button" class="button" title="Key: e" onClick={() => setEditing(true)}>
              Edit
            </button>
            <Select
              label="Status"
              value={one.status}
              options={statuses}
              onChange={(status) => setStatus(id, one.status, status, folder)}
            />
            <ScopeSelect kind="decisions" entryKey={id} scope={one.scope} folder={folder} />
          </div>
          <Relations context={context} id={one.id} />
          <Section title="Context" text={one.context} />
          <Section title="Decision" text={one.decision} />
          <Section title="Consequences" text={one.consequences} />
          {context.links.length > 0 && <DecisionGraph context={context} selected={one.id} />}
          <Versions folder={folder} kind="decisions" entryKey={id} current={one.text} />
          <EditText
            id={`${folder} decisions ${id}`}
            title={`Edit ${one.title}`}
            text={one.text}
            isOpen={isEditing}
            onClose={() => setEditing(false)}
            onSave={(text) => rewrite(address, text, one.text)}
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
  const link = (other: number) => (
    <a key={other} href={entryLink("decision", String(other), context.folder)}>
      {String(other).padStart(4, "0")} {context.decisions.find((one) => one.id === other)?.title}
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

async function setStatus(id: string, before: string, after: string, folder: string): Promise<void> {
  const put = async (status: string) => {
    await callTool("context_update_decision", { id, status }, folder);
    changes.value++;
  };
  await put(after).then(
    () => notifyUndoable(`Marked as ${after}`, () => put(before)),
    (error: Error) => notify(error.message, "failure"),
  );
}

/** Writes the whole file, with undo. */
async function rewrite(address: string, text: string, before: string): Promise<void> {
  const put = async (words: string) => {
    await post(address, { text: words });
    changes.value++;
  };
  await put(text);
  notifyUndoable("Saved", () => put(before));
}
