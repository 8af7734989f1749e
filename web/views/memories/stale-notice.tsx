import type { MemoryDetail } from "../../../src/surface/http/api-types.js";
import { callTool } from "../../api/ask.js";
import { changes } from "../../api/live.js";
import { welcome } from "../../app/welcome.js";
import { notify } from "../../components/toasts.js";

/** What it speaks of has changed: a person says whether it still holds. */
export function StaleNotice({ memory }: { readonly memory: MemoryDetail }) {
  if (memory.stale.length === 0) return null;
  const folder = welcome.value?.projects.find(({ name }) => name === memory.projectName)?.folder;
  const confirm = () =>
    callTool("memory_update", { memory_id: memory.id, confirm: true }, folder).then(
      () => {
        changes.value++;
        notify("Confirmed as it is");
      },
      (error: Error) => notify(error.message, "failure"),
    );
  return (
    <div class="notice">
      <p>
        Changed since it was last confirmed: <strong>{memory.stale.join(", ")}</strong>. Does it still hold?
      </p>
      <button type="button" class="button" onClick={confirm}>
        Still true
      </button>
    </div>
  );
}
