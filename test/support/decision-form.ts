const sections = ["Context", "Decision", "Alternatives", "Consequences", "Revisit when"];
const maxWords = 400;

/** Lower case, hyphens between words; apostrophes and backticks do not split a word. */
const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/['’`]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

/** Returns the faults in the form of a decision record; `numbers` are those of all records. */
export function checkDecisionForm(fileName: string, text: string, numbers: ReadonlySet<string>): string[] {
  const [, number = "", title = ""] = /^# (\d{4}) (.+)\n/.exec(text) ?? [];
  const status = /^# .+\n\nStatus: (.+)\n/.exec(text)?.[1] ?? "";
  const successor = /^superseded by (\d{4})$/.exec(status)?.[1];
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  const [, ...bodies] = text.split(/^## .+$/m);
  const isEmpty = bodies.some((body) => body.trim() === "");
  const wordCount = text.split(/\s+/).filter(Boolean).length;
  return [
    fileName === `${number}-${slugOf(title)}.md` ? "" : "file name is not the slug of the title",
    status === "accepted" || (successor && numbers.has(successor)) ? "" : "no valid status below the title",
    headings.join() === sections.join() && !isEmpty ? "" : `sections are not ${sections.join(", ")}, each with text`,
    wordCount <= maxWords ? "" : `${wordCount} words, more than ${maxWords}`,
  ].filter(Boolean);
}
