import { commandOf } from "../ingest/classify-tool-call.js";
import { type Json, objectsAt, textAt } from "../readers/json-fields.js";

/** The text that an edit replaced, and its replacement. */
export interface Edit {
  readonly before: string;
  readonly after: string;
}

/** The edits that a call makes, in whichever form its agent writes them: texts, several of them, or a patch. */
export function parseEdits(input: Json): Edit[] {
  const pairs = [input, ...objectsAt(input, "edits")].map((one) => ({
    before: textAt(one, "old_string") || textAt(one, "oldString") || textAt(one, "old_str"),
    after: textAt(one, "new_string") || textAt(one, "newString") || textAt(one, "new_str") || textAt(one, "content"),
  }));
  const patch = textAt(input, "patch") || textAt(input, "patchText") || textAt(input, "input") || commandOf(input);
  return patch === "" ? pairs : [...pairs, { before: linesOf(patch, "-"), after: linesOf(patch, "+") }];
}

/** Without the headers of files, which begin with three signs. */
const linesOf = (patch: string, sign: string): string =>
  patch
    .split("\n")
    .filter((line) => line.startsWith(sign) && !line.startsWith(`${sign.repeat(3)} `))
    .map((line) => line.slice(1))
    .join("\n");
