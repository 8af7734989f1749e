import { post } from "../../api/ask.js";
import { leaveForGood } from "../../components/leave-for-good.js";

export const forgetSession = (id: string): void =>
  leaveForGood([id], "Session forgotten, with all that was drawn from it.", () =>
    post(`/api/sessions/${encodeURIComponent(id)}/forget`),
  );
