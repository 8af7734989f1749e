import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Sql } from "../../src/engine/sql.js";
import { columnsOf, listOwnTables, rowsOf, textIn } from "../../src/store/all-rows.js";

/** Every file below a folder whose bytes or name contain one of the words. */
export function filesWith(folder: string, words: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const bytes = readFileSync(path);
      return words.some((word) => path.slice(folder.length).includes(word) || bytes.includes(word));
    })
    .map((path) => path.slice(folder.length + 1));
}

/** Every column of the database that has one of the words, in compressed text too. */
export async function columnsWith(sql: Sql, words: readonly string[]): Promise<string[]> {
  const columns = new Set<string>();
  for (const table of await listOwnTables(sql)) {
    for await (const row of rowsOf(sql, table, (await columnsOf(sql, table)).key)) {
      for (const [column, value] of Object.entries(row)) {
        const text = textIn(table, column, value) ?? "";
        if (words.some((word) => text.includes(word))) columns.add(`${table}.${column}`);
      }
    }
  }
  return [...columns];
}
