import { textAt } from "./json-line.js";

/** A sub-agent's step in one line of progress: the tool and its subject. */
export function describeToolStep(tool: string, input: unknown): string {
  const fields = ["file_path", "path", "pattern", "query", "command", "url", "filePath"];
  const subject = fields.map((field) => textAt(input, field)).find((text) => text !== "") ?? "";
  const line = subject === "" ? tool : `${tool} ${subject}`;
  return line.replace(/\s+/g, " ").slice(0, 120);
}
