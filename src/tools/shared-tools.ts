import type { SharedKind } from "../base/service-settings.js";

/** How a tool works when its records are stored on a team service. */
export type Sharing =
  /** Asks both sides and joins the lists in the answers' field `list`. */
  | { readonly kind: SharedKind; readonly way: "search"; readonly list: string }
  /** About one record: the side that has it answers. */
  | { readonly kind: SharedKind; readonly way: "record" }
  /** Adds a record: to the service, or to the outbox until it can be reached. */
  | { readonly kind: SharedKind; readonly way: "add" };

export const sharedTools: Readonly<Record<string, Sharing>> = {
  memory_search: { kind: "memories", way: "search", list: "memories" },
  memory_list: { kind: "memories", way: "search", list: "memories" },
  memory_record: { kind: "memories", way: "add" },
  memory_get: { kind: "memories", way: "record" },
  memory_feedback: { kind: "memories", way: "record" },
  memory_update: { kind: "memories", way: "record" },
  memory_forget: { kind: "memories", way: "record" },
  memory_outcome: { kind: "memories", way: "record" },
  remediation_search: { kind: "remediations", way: "search", list: "remediations" },
  remediation_record: { kind: "remediations", way: "add" },
  remediation_feedback: { kind: "remediations", way: "record" },
  checkpoint_save: { kind: "checkpoints", way: "add" },
  checkpoint_list: { kind: "checkpoints", way: "search", list: "checkpoints" },
  checkpoint_resume: { kind: "checkpoints", way: "record" },
};
