import * as z from "zod";
import type { Paint } from "../base/paint.js";
import type { ShownMemory } from "../domain/memory/memories.js";

export const outcome = z.enum(["success", "failure"]);
export const tagList = z.array(z.string().min(1).max(100)).max(50);
export const anchorNames = z.array(z.string().min(1).max(500)).max(20);
export const memoryId = z.string().min(1).describe("Id such as mem_….");

/** A memory as every tool of the family shows it. Loose, so that the listing stays short. */
export const shownMemory = z.looseObject({
  id: z.string(),
  title: z.string(),
  content: z.string(),
  outcome,
  confidence: z.number(),
  tags: z.array(z.string()),
});

/** What differs from the ordinary is said; the rest is left out to save the reader's tokens. */
export const showMemory = ({ id, title, content, outcome, confidence, tags, state, stale }: ShownMemory) => ({
  ...{ id, title, content, outcome, confidence, tags: [...tags] },
  state,
  ...(stale.length > 0 ? { possibly_stale: true, changed_anchors: [...stale] } : {}),
});

export function memoryText(one: z.infer<typeof shownMemory>, paint: Paint): string {
  const stale = one.possibly_stale ? paint.yellow(" (possibly stale)") : "";
  const head = `${paint.bold(one.title)} ${paint.dim(`${one.id}, ${one.outcome}, trust ${one.confidence}`)}${stale}`;
  return `${head}\n  ${one.content.replaceAll("\n", "\n  ")}`;
}
