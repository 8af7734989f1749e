import { changes } from "../api/live.js";
import { offerUndo } from "./toasts.js";

/** A vote is cast once the time to take it back is over: once counted, it cannot be told from others. */
export const castVote = (helpful: boolean, cast: () => Promise<unknown>): void =>
  offerUndo({
    text: helpful ? "It helped: trust rises" : "It did not help: trust falls",
    act: async () => {
      await cast();
      changes.value++;
    },
  });
