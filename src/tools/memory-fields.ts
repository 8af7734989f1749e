import * as z from "zod";
import { shortId } from "../base/ids.js";
import type { Paint } from "../base/paint.js";
import type { AppCall } from "../domain/app.js";
import type { ShownMemory } from "../domain/memory/memories.js";
import { answerFrom, type FromShape, texts } from "./answer-schema.js";

export const tenantId = z.string().optional().meta({ description: "Leave out.", listedAsRequired: true });
export const nonBlank = z.string().refine((id) => id.trim() !== "", "must not be empty");
export const projectId = nonBlank.describe("Repository path.");

/** Defaults at the terminal: the current folder's project and the git user. */
export const fromFolder = {
  project: async (app: AppCall): Promise<string> => app.identity.root(app.call.folder),
  tenant: async (app: AppCall): Promise<string> => app.identity.tenant(undefined, app.call.folder),
};

/** Text up to a length that the listing does not spell out: clients put the whole listing into every conversation. */
export const textUpTo = (max: number) =>
  z.string().refine((text) => text.length <= max, `must have at most ${max} characters`);
export const neededText = (max: number) =>
  z.string().refine((text) => text.trim() !== "" && text.length <= max, `must have 1 to ${max} characters`);
export const listUpTo = (max: number, maxLength: number) =>
  z
    .array(z.string())
    .refine((all) => all.length <= max, `must have at most ${max} entries`)
    .refine(
      (all) => all.every((one) => one !== "" && one.length <= maxLength),
      `must have entries of 1 to ${maxLength} characters`,
    );
export const limitUpTo = (max: number) => z.int().refine((value) => value >= 1 && value <= max, `must be 1 to ${max}`);

export const outcome = z.enum(["success", "failure"]);
export const tagList = listUpTo(50, 100);
export const anchorNames = listUpTo(20, 500);

export const memoryShape = {
  ...texts("id", "title", "content", "outcome"),
  confidence: "number",
  tags: ["string"],
  state: "string",
  "possibly_stale?": "boolean",
  "changed_anchors?": ["string"],
} as const;

type MemoryAnswer = FromShape<typeof memoryShape>;

/** Defaults are left out to save the reader's tokens. */
export const showMemory = (memory: ShownMemory): MemoryAnswer =>
  answerFrom(memoryShape).read({
    ...memory,
    possiblyStale: memory.stale.length > 0 || undefined,
    changedAnchors: memory.stale,
  });

export function memoryText(one: MemoryAnswer, paint: Paint): string {
  const isPast = one.state === "superseded" || one.state === "rejected";
  const stale = isPast ? paint.yellow(` (${one.state})`) : one.possibly_stale ? paint.yellow(" (possibly stale)") : "";
  const head = `${paint.bold(one.title)} ${paint.dim(`${shortId(one.id)}, ${one.outcome}, confidence ${one.confidence}`)}${stale}`;
  return `${head}\n  ${one.content.replaceAll("\n", "\n  ")}`;
}

/** For an empty answer: which tenant was searched, and that the caller's own has records. */
export async function searchedTenant(
  app: AppCall,
  named: string | undefined,
  countOwn: () => Promise<number>,
): Promise<{ searched_tenant: string; hint?: string }> {
  const own = await app.identity.tenant(undefined, app.call.folder);
  const searched = await app.identity.tenant(named, app.call.folder);
  const count = searched === own ? 0 : await countOwn();
  const hint = `Your own tenant has ${count}: leave out tenant_id to see ${count === 1 ? "it" : "them"}.`;
  return { searched_tenant: searched, ...(count > 0 ? { hint } : {}) };
}
