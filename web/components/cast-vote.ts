import { changes } from "../api/live.js";
import { offerUndo } from "./toasts.js";

/** A vote is cast when the time to undo it is over, because a counted vote cannot be identified and removed. */
export const castVote = (helpful: boolean, cast: () => Promise<unknown>): void =>
  offerUndo({
    text: helpful ? "Rating as helpful" : "Rating as not helpful",
    done: helpful ? "Rated as helpful: confidence rises" : "Rated as not helpful: confidence falls",
    act: async () => {
      await cast();
      changes.value++;
    },
  });
