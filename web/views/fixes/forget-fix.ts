import { post } from "../../api/ask.js";
import { go } from "../../app/router.js";
import { leaveForGood } from "../../components/leave-for-good.js";

export function forgetFix(id: string): void {
  go(["fixes"]);
  leaveForGood([id], "Fix forgotten", () => post(`/api/remediations/${encodeURIComponent(id)}/forget`));
}
