/**
 * What two occurrences of one error have in common: no paths, numbers or colors. Quoted names stay, unlike in
 * `errorSignature`: a fix for one missing module is shown only for that module.
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
