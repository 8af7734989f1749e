import { useState } from "preact/hooks";
import { changes } from "../../api/live.js";
import { post } from "../../api/request.js";
import { linkTo } from "../../app/router.js";
import { notify } from "../../components/toasts.js";

/** Offers sample records to an empty home, and their removal once they are there. */
export function SampleData({ isLoaded }: { readonly isLoaded: boolean }) {
  const [isBusy, setBusy] = useState(false);
  const change = (path: string, text: string) => {
    setBusy(true);
    post(path, {})
      .then(
        () => notify(text),
        (error: Error) => notify(error.message, "failure"),
      )
      .finally(() => {
        setBusy(false);
        changes.value++;
      });
  };
  return (
    <div class="sample-data">
      {isLoaded ? (
        <>
          <p>
            Sample data is loaded: look at the <a href={linkTo(["inbox"])}>Inbox</a>, at{" "}
            <a href={linkTo(["memories"])}>Memories</a> and <a href={linkTo(["fixes"])}>Fixes</a>.
          </p>
          <button
            type="button"
            class="button"
            disabled={isBusy}
            onClick={() => change("/api/setup/sample/remove", "Sample data removed")}
          >
            Remove it
          </button>
        </>
      ) : (
        <>
          <p>Just looking? Add a few sample memories and a fix. You can remove them at any time.</p>
          <button
            type="button"
            class="button"
            disabled={isBusy}
            onClick={() => change("/api/setup/sample", "Sample data added")}
          >
            Add sample data
          </button>
        </>
      )}
    </div>
  );
}
