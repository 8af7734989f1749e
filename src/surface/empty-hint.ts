import { plainPaint } from "../base/paint.js";
import type { Tool } from "../tools/define-tool.js";
import { nameTools } from "./name-next-steps.js";

/**
 * For an answer that found nothing and does not say so itself: the tool's sentence for people, which says what was
 * searched and what to try, with tools in place of commands.
 */
export function emptyHint(tool: Tool, answer: unknown): string | undefined {
  if (tool.effect !== "reads" || !isEmpty(answer)) return undefined;
  const hint = nameTools(tool.toText(answer, plainPaint));
  return hint === "" ? undefined : hint;
}

function isEmpty(answer: unknown): boolean {
  if (Array.isArray(answer)) return answer.length === 0;
  if (typeof answer !== "object" || answer === null) return false;
  if ("hint" in answer || "notice" in answer || "brief" in answer) return false;
  // fetch_context groups its lists.
  const fields: object = "context" in answer && typeof answer.context === "object" ? (answer.context ?? {}) : answer;
  const lists = Object.values(fields).filter((field) => Array.isArray(field));
  return lists.length > 0 && lists.every((list) => list.length === 0);
}
