import { textAt } from "./json-line.js";

/** A sub-agent's step in one line, for somebody who waits: the tool, and what it looks at. */
export function toolStep(tool: string, input: unknown): string {
  const fields = ["file_path", "path", "pattern", "query", "command", "url", "filePath"];
  const subject = fields.map((field) => textAt(input, field)).find((text) => text !== "") ?? "";
  const line = subject === "" ? tool : `${tool} ${subject}`;
  return line.replace(/\s+/g, " ").slice(0, 120);
}
