import type { Draft } from "./use-draft.js";

/** Notes that the editor shows unsaved text of an earlier visit. */
export const DraftNotice = ({ draft }: { readonly draft: Draft<unknown> }) =>
  draft.isRestored ? (
    <p class="notice" role="status">
      <span>Unsaved changes from your last visit.</span>
      <button type="button" class="button" onClick={draft.clear}>
        Discard
      </button>
    </p>
  ) : null;
