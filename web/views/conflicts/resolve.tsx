import { useState } from "preact/hooks";
import { addressOf, callTool, post } from "../../api/ask.js";
import { changes } from "../../api/live.js";
import { notify, notifyUndoable } from "../../components/toasts.js";
import type { Conflict } from "./conflict-detail.js";
import { SectionChoice } from "./section-choice.js";
import { alignSections, joinSections } from "./sections.js";

/** Section by section: what was, what either side made of it, and which one holds. The result can be edited. */
export function Resolve({ conflict, folder }: { readonly conflict: Conflict; readonly folder: string }) {
  const { base_content: base, ours_content: ours, theirs_content: theirs, resolution } = conflict;
  const sections = alignSections(base, ours, theirs);
  const [choices, setChoices] = useState<readonly (string | undefined)[]>(() => sections.map(({ settled }) => settled));
  const [edited, setEdited] = useState(resolution);
  const open = choices.filter((text) => text === undefined).length;
  const text = edited ?? joinSections(choices.map((choice, i) => choice ?? sections[i]?.ours ?? ""));
  const choose = (at: number, choice: string) => {
    setChoices(choices.map((one, i) => (i === at ? choice : one)));
    setEdited(undefined);
  };
  const isReady = edited !== undefined || open === 0;
  return (
    <>
      {sections.map((section, i) =>
        section.settled === undefined ? (
          <SectionChoice
            key={section.heading}
            section={section}
            chosen={choices[i]}
            onChoose={(one) => choose(i, one)}
          />
        ) : null,
      )}
      <section>
        <h3>
          <label for="resolution">The file as it will be</label>
        </h3>
        <textarea id="resolution" rows={12} value={text} onInput={(event) => setEdited(event.currentTarget.value)} />
        <div class="detail-actions">
          <button type="button" class="button primary" disabled={!isReady} onClick={() => save(conflict, text, folder)}>
            {isReady ? "Resolve" : `Choose ${open} more`}
          </button>
        </div>
      </section>
    </>
  );
}

async function save({ file_path, resolved, resolution }: Conflict, content: string, folder: string): Promise<void> {
  const settle = async (change: Promise<unknown>) => {
    await change;
    changes.value++;
  };
  const put = (text: string) => settle(callTool("context_resolve_conflict", { file_path, content: text }, folder));
  const reopen = () => settle(post(addressOf("/api/context/conflicts/reopen", { folder }), { file_path }));
  await put(content).then(
    () => notifyUndoable(resolved ? "Resolved anew" : "Resolved", () => (resolved ? put(resolution ?? "") : reopen())),
    (error: Error) => notify(error.message, "failure"),
  );
}
