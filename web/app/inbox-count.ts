import type { Inbox } from "../../src/surface/http/api-types.js";
import { get } from "../api/request.js";
import { useAnswer } from "../api/use-answer.js";

/** How many items wait for a person; 0 while unknown. */
export const useInboxCount = (): number =>
  useAnswer((stop) => get<Inbox>("/api/inbox", {}, stop), []).value?.total ?? 0;
