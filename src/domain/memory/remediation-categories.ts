import { AppError } from "../../base/errors.js";

export const remediationCategories: readonly string[] =
  "build runtime test config dependency network database unknown lint security performance".split(" ");

/** Names that other versions of the contract use. */
const aliases: Record<string, string> = { compile: "build", compilation: "build", other: "unknown", db: "database" };

export function readCategory(text: string): string {
  const name = text.trim().toLowerCase();
  const category = aliases[name] ?? name;
  if (remediationCategories.includes(category)) return category;
  throw new AppError("invalid", `Unknown category '${text}'.`, {
    hint: `Use one of ${remediationCategories.join(", ")}.`,
    details: { fields: ["category"] },
  });
}
