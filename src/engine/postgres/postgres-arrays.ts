import type { SqlValue } from "../sql.js";

/** A list as PostgreSQL reads arrays. Every text is quoted, so that none can end the list or be read as NULL. */
export const arrayLiteral = (items: readonly SqlValue[]): string => `{${items.map(element).join(",")}}`;

function element(item: SqlValue): string {
  if (item === null) return "NULL";
  if (item instanceof Uint8Array) return `"\\\\x${Buffer.from(item).toString("hex")}"`;
  return typeof item === "string" ? `"${item.replace(/["\\]/g, "\\$&")}"` : String(item);
}
