/** The lines of a text for a person: without what is false or undefined, and with lists within lists. */
export type Lines = string | false | undefined | readonly Lines[];

export const joinLines = (lines: Lines): string => linesOf(lines).join("\n");

function linesOf(lines: Lines): string[] {
  if (typeof lines === "string") return [lines];
  return lines ? lines.flatMap(linesOf) : [];
}
