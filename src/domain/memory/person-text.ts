import { AppError } from "../../base/errors.js";
import type { LessonText } from "./lesson.js";

/** What belongs to one project: paths, files, hosts and addresses, tickets, names in code. */
const details: readonly RegExp[] = [
  /[\w.-]+\/[\w./-]+/,
  /\b[\w-]+\.(?!md\b)[a-z]{2,6}\b(?!\s*$)/i,
  /\b[A-Z]{2,}-\d+\b/,
  /\b[a-z]+(?:_[a-z]+|[A-Z][a-z]+)+\b/,
  /\S@\S/,
];

/** The first thing in a text that belongs to one project; undefined when it may hold everywhere. */
export function projectDetail({ title, content, project = "" }: LessonText & { project?: string }): string | undefined {
  const text = `${title}\n${content}`;
  const name = /[^/\\:]{4,}$/.exec(project)?.[0].replace(/\.git$/, "") ?? "";
  if (name !== "" && text.toLowerCase().includes(name.toLowerCase())) return name;
  return details.map((pattern) => pattern.exec(text)?.[0]).find((found) => found !== undefined);
}

/** What is given in every project must not carry anything of one. */
export function refuseProjectDetail(text: LessonText): void {
  const detail = projectDetail(text);
  if (detail === undefined) return;
  throw new AppError("invalid", `This names something of one project: ${detail}.`, {
    hint: "Say what holds in every project, without files, hosts and names of one.",
  });
}
