import { errorLine } from "./error-line.js";

/**
 * What two occurrences of one line have in common: no paths, numbers or colors. Quoted names stay: a fix for one missing
 * module says nothing about another one. Stored with the fixes of sessions.
 */
export const errorFingerprint = (line: string): string =>
  line
    .toLowerCase()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: terminals color their output with them
    .replace(/\u001b\[[0-9;]*m/g, "")
    .replace(/(?:[a-z]:)?[\w.@~-]*[/\\][\w./\\@-]+/g, "<path>")
    .replace(/0x[0-9a-f]+|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b[0-9a-f]{8,}\b/g, "<id>")
    .replace(/\d+/g, "#")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 200);

/** What a log puts before its message: bullets and a time, of which the fingerprint leaves `#-#-#t#:#:#z`. */
const logPrefix = /^(?:[\s>|*()[\]-]|#(?:[-:.,t+]#)*z?(?![\w%]))+/;
/** Some programs print `Error:` before a message that others print without it. */
const severityPrefix = /^(?:(?:uncaught|unhandled|fatal|error|err!?|exception|panic|npm)\b[\s:!]*)+/;
/** A file or a host that is named without slashes. */
const place = /[\w.-]+\.[a-z]\w{0,9}(?::#)+/g;
const quantity = /# ?(?:ms|s|kb|mb|gb|kib|mib|gib|%)(?!\w)/g;

/** The fingerprint of the error that a text states, without time, severity, places and units. Stored with recorded fixes. */
export function errorSignature(text: string): string {
  const line = errorLine(text) ?? text.trim().split("\n", 1)[0] ?? "";
  const message = errorFingerprint(line).replace(logPrefix, "").replace(place, "<path>").replace(quantity, "#");
  return message.replace(severityPrefix, "") || message;
}
