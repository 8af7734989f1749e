import type { MemoryDetail } from "../../../src/surface/http/api-types.js";
import { changes } from "../../api/live.js";
import { callTool } from "../../api/request.js";
import { useKeys } from "../../app/use-keys.js";
import { welcome } from "../../app/welcome.js";
import { notify } from "../../components/toasts.js";

/** A file that the memory is about has changed: asks whether it is still true. */
export function StaleNotice({ memory, onDone }: { readonly memory: MemoryDetail; onDone(): void }) {
  const isStale = memory.stale.length > 0;
  const folder = welcome.value?.projects.find(({ name }) => name === memory.projectName)?.folder;
  const confirm = () =>
    callTool("memory_update", { memory_id: memory.id, confirm: true }, folder).then(
      () => {
        changes.value++;
        onDone();
        notify(`Confirmed: ${memory.title}`);
      },
      (error: Error) => notify(error.message, "failure"),
    );
  useKeys(isStale && memory.state === "verified" ? { v: confirm } : {});
  if (!isStale) return null;
  return (
    <div class="notice">
      <p>
        Changed since this memory was last confirmed: <strong>{memory.stale.join(", ")}</strong>. Is it still true?
      </p>
      <button type="button" class="button" title="Key: v" onClick={confirm}>
        Still true
      </button>
    </div>
  );
}
