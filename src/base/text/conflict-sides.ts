type Part = "both" | "ours" | "base" | "theirs";

/** Both texts of a file with git's conflict markers; nothing of a file without. */
export function conflictSides(text: string): string[] {
  if (!text.includes("<<<<<<<")) return [];
  const sides = { ours: "", theirs: "" };
  let part: Part = "both";
  for (const line of text.split(/(?<=\n)/)) {
    const next = partAfter(line, part);
    if (next) part = next;
    else if (part === "both") {
      sides.ours += line;
      sides.theirs += line;
    } else if (part !== "base") sides[part] += line;
  }
  return [sides.ours, sides.theirs];
}

function partAfter(line: string, part: Part): Part | undefined {
  if (/^<{7}(?:\s|$)/.test(line)) return "ours";
  if (part === "ours" && /^\|{7}(?:\s|$)/.test(line)) return "base";
  if ((part === "ours" || part === "base") && /^={7}\s*$/.test(line)) return "theirs";
  return part === "theirs" && /^>{7}(?:\s|$)/.test(line) ? "both" : undefined;
}
