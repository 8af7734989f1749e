import { changes } from "../../api/live.js";
import { callTool, post, urlOf } from "../../api/request.js";
import { useKeys } from "../../app/use-keys.js";
import { notify, notifyUndoable } from "../../components/toasts.js";
import { useDraft } from "../../components/use-draft.js";
import type { Conflict } from "./conflict-detail.js";
import { SectionChoices } from "./section-choices.js";
import { alignSections, joinSections, keepBoth } from "./sections.js";

interface Choices {
  /** The text of each section; null while a choice is missing. */
  readonly texts: readonly (string | null)[];
  /** The whole file, if it was edited by hand. */
  readonly edited: string | null;
}

interface Props {
  readonly conflict: Conflict;
  readonly folder: string;
  readonly onDone?: (() => void) | undefined;
}

/** Resolves a conflict section by section; the result can be edited. */
export function Resolve({ conflict, folder, onDone }: Props) {
  const { base_content: base, ours_content: ours, theirs_content: theirs, resolution } = conflict;
  const sections = alignSections(base, ours, theirs);
  // Kept after resolving, so that undo restores the choices too.
  const draft = useDraft<Choices>(`conflict ${folder} ${conflict.file_path} ${ours} ${theirs}`, {
    texts: sections.map((section) => section.resolution ?? null),
    edited: resolution ?? null,
  });
  const choices = draft.value.texts.map((choice) => choice ?? undefined);
  const edited = draft.value.edited ?? undefined;
  const openCount = choices.filter((text) => text === undefined).length;
  const text = edited ?? joinSections(choices.map((choice, i) => choice ?? sections[i]?.ours ?? ""));
  const choose = (index: number, choice: string) => {
    draft.set({ texts: draft.value.texts.map((current, i) => (i === index ? choice : current)), edited: null });
  };
  const isReady = edited !== undefined || openCount === 0;
  const resolve = () =>
    save(conflict, text, folder).then(
      () => onDone?.(),
      () => {},
    );
  const openIndex = choices.indexOf(undefined);
  const open = sections[openIndex];
  const { heading = "", ours: mine = "", theirs: other = "" } = open ?? {};
  useKeys({
    ...(open && {
      "1": () => choose(openIndex, mine),
      "2": () => choose(openIndex, other),
      "3": () => choose(openIndex, keepBoth(heading, mine, other)),
    }),
    ...(isReady && !conflict.resolved ? { v: resolve } : {}),
  });
  return (
    <>
      <SectionChoices sections={sections} choices={choices} onChoose={choose} />
      <section>
        <h3>
          <label for="resolution">Resolved file</label>
        </h3>
        <textarea
          id="resolution"
          rows={12}
          value={text}
          onInput={(event) => draft.set({ ...draft.value, edited: event.currentTarget.value })}
        />
        <div class="detail-actions">
          <button type="button" class="button primary" disabled={!isReady} title="Key: v" onClick={resolve}>
            {isReady ? "Resolve" : `Choose ${openCount} more`}
          </button>
        </div>
      </section>
    </>
  );
}

async function save({ file_path, resolved, resolution }: Conflict, content: string, folder: string): Promise<void> {
  const refreshAfter = async (change: Promise<unknown>) => {
    await change;
    changes.value++;
  };
  const saveResolution = (text: string) =>
    refreshAfter(callTool("context_resolve_conflict", { file_path, content: text }, folder));
  const reopen = () => refreshAfter(post(urlOf("/api/context/conflicts/reopen", { folder }), { file_path }));
  await saveResolution(content).then(
    () => notifyUndoable("Resolved", () => (resolved ? saveResolution(resolution ?? "") : reopen())),
    (error: Error) => {
      notify(error.message, "failure");
      throw error;
    },
  );
}
