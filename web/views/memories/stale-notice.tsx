import type { MemoryDetail } from "../../../src/surface/http/api-types.js";
import { changes } from "../../api/live.js";
import { callTool } from "../../api/request.js";
import { welcome } from "../../app/welcome.js";
import { notify } from "../../components/toasts.js";

/** A file that the memory is about has changed: asks whether it is still true. */
export function StaleNotice({ memory }: { readonly memory: MemoryDetail }) {
  if (memory.stale.length === 0) return null;
  const folder = welcome.value?.projects.find(({ name }) => name === memory.projectName)?.folder;
  const confirm = () =>
    callTool("memory_update", { memory_id: memory.id, confirm: true }, folder).then(
      () => {
        changes.value++;
        notify("Confirmed");
      },
      (error: Error) => notify(error.message, "failure"),
    );
  return (
    <div class="notice">
      <p>
        Changed since this memory was last confirmed: <strong>{memory.stale.join(", ")}</strong>. Is it still true?
      </p>
      <button type="button" class="button" onClick={confirm}>
        Still true
      </button>
    </div>
  );
}
