import * as z from "zod";
import { AppError } from "../base/errors.js";

export const flag = (about: string) => z.boolean().default(false).describe(about);
export const optionalText = (about: string) => z.string().optional().describe(about);

export const projectField = optionalText("Project name. Default: active project.");
export const sinceField = z.string().describe("A date (2026-01-31) or an age: 12h, 3d, 2w.");

const unitMs: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/** ISO time of a date or an age such as `3d`. */
export function timeSince(text: string, now: Date): string {
  const ago = /^(\d+)([hdw])$/.exec(text.trim());
  const ms = ago ? now.getTime() - Number(ago[1]) * (unitMs[ago[2] ?? ""] ?? 0) : Date.parse(text);
  const at = new Date(ms);
  if (Number.isNaN(at.getTime()))
    throw new AppError("invalid", `Invalid time: ${text}.`, { hint: "Use a date such as 2026-01-31, or 12h, 3d, 2w." });
  return at.toISOString();
}
