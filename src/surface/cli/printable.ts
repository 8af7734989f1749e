import { neutralize } from "../../base/neutralize.js";
import { blankControls } from "../../base/text-cells.js";
import { mapStrings } from "../map-strings.js";

/** Stored text must not move the cursor, change colors or write to the clipboard, nor deceive an agent that runs a command. */
export const printable = <T>(value: T): T => mapStrings(value, (text) => neutralize(blankControls(text)));

/** JSON escapes C0 controls itself, but not DEL, C1 and text direction. */
export const printableJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
