import { post } from "../../api/request.js";
import { deferRemoval } from "../../components/defer-removal.js";

export const forgetSession = (id: string): void =>
  deferRemoval([id], { text: "Forgetting the session and everything derived from it", done: "Session forgotten" }, () =>
    post(`/api/sessions/${encodeURIComponent(id)}/forget`),
  );
