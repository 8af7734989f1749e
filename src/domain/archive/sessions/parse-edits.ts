import { commandOf } from "../../../hosts/classify-tool-call.js";
import { firstText, type Json, objectsAt } from "../../../hosts/json-fields.js";

/** The text that an edit replaced, and its replacement. */
export interface Edit {
  readonly before: string;
  readonly after: string;
}

/** The edits that a call makes, in whichever form its agent writes them: texts, several of them, or a patch. */
export function parseEdits(input: Json): Edit[] {
  const pairs = [input, ...objectsAt(input, "edits")].map((one) => ({
    before: firstText(one, "old_string", "oldString", "old_str"),
    after: firstText(one, "new_string", "newString", "new_str", "content", "file_text"),
  }));
  const patch = firstText(input, "patch", "patchText", "input", "diff") || commandOf(input);
  return patch === "" ? pairs : [...pairs, { before: linesOf(patch, "-"), after: linesOf(patch, "+") }];
}

/** Without the headers of files, which begin with three signs. */
const linesOf = (patch: string, sign: string): string =>
  patch
    .split("\n")
    .filter((line) => line.startsWith(sign) && !line.startsWith(`${sign.repeat(3)} `))
    .map((line) => line.slice(1))
    .join("\n");
