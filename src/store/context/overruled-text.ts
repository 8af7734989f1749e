import { asFlag, asOneOf, asText, jsonRecord } from "./json-file.js";

const asTextOrNull = (value: unknown) => (typeof value === "string" ? value : null);

export const readOverruled = jsonRecord({
  /** The merge that decided it. */
  merge: asText,
  at: asText,
  /** From the project's folder. */
  file_path: asText,
  kept: asOneOf("ours", "theirs"),
  kept_content: asTextOrNull,
  lost_content: asTextOrNull,
  /** True once the decision was pushed. */
  is_pushed: asFlag,
});

/** A version of a file that was discarded in a merge. Missing text is null. */
export type OverruledText = ReturnType<typeof readOverruled>;
