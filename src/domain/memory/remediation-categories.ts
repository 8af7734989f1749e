import { AppError } from "../../base/errors.js";

export const remediationCategories = [
  "build",
  "runtime",
  "test",
  "config",
  "dependency",
  "network",
  "database",
  "unknown",
  "lint",
  "security",
  "performance",
] as const;

/** Names that other versions of the contract use. */
const aliases: Record<string, string> = { compile: "build", compilation: "build", other: "unknown", db: "database" };

/** Parses a category or an alias of one. */
export function readCategory(text: string): string {
  const name = text.trim().toLowerCase();
  const category = aliases[name] ?? name;
  if ((remediationCategories as readonly string[]).includes(category)) return category;
  throw new AppError("invalid", `Unknown category '${text}'.`, {
    hint: `Use one of ${remediationCategories.join(", ")}.`,
    details: { fields: ["category"] },
  });
}
