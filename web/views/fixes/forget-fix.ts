import { post } from "../../api/request.js";
import { go } from "../../app/router.js";
import { deferRemoval } from "../../components/defer-removal.js";

export function forgetFix(id: string): void {
  go(["fixes"]);
  deferRemoval([id], { text: "Forgetting the fix", done: "Fix forgotten" }, () =>
    post(`/api/remediations/${encodeURIComponent(id)}/forget`),
  );
}
