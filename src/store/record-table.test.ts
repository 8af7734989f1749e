import { expect, it } from "vitest";
import { openSqlite } from "../engine/sqlite/open-sqlite.js";
import { field, type RecordOf, recordTable } from "./record-table.js";
import { insertNew, upsertRow } from "./rows.js";
import { condition, escapeLike } from "./sql-text.js";

const table = recordTable("notes", {
  id: "text",
  writtenBy: "text?",
  isRead: "flag",
  tags: field<readonly string[]>("json"),
  size: field<number>("number", "bytes"),
});

const note: RecordOf<typeof table> = { id: "n1", writtenBy: null, isRead: true, tags: ["a", "b"], size: 12 };

async function openNotes() {
  const sql = await openSqlite(":memory:");
  await sql.run("CREATE TABLE notes (tenant TEXT, id TEXT PRIMARY KEY, written_by TEXT, is_read, tags TEXT, bytes)");
  await table.insert(sql, { tenant: "t" }, note);
  return sql;
}

it("reads a record back as it was written, also where a server returns numbers as text", async () => {
  const sql = await openNotes();
  expect(await sql.all("SELECT * FROM notes")).toMatchObject([
    { tenant: "t", id: "n1", written_by: null, is_read: 1, tags: '["a","b"]', bytes: 12 },
  ]);
  expect(await table.find(sql, { tenant: "t", id: "n1" })).toEqual(note);
  expect(table.read({ id: "n1", written_by: null, is_read: "1", tags: '["a","b"]', bytes: "12" })).toEqual(note);
});

it("changes the fields that are named, and no others", async () => {
  const sql = await openNotes();
  expect(await table.update(sql, { id: "n1" }, { size: 3, isRead: false })).toBe(1);
  expect(await table.update(sql, { id: "n2" }, { size: 4 })).toBe(0);
  expect(await table.update(sql, { id: "n1" }, {})).toBe(0);
  expect(await table.select(sql, {})).toEqual([{ ...note, size: 3, isRead: false }]);
});

it("adds a row only where its key is free, or changes the other values of the one that has it", async () => {
  const sql = await openNotes();
  expect(await insertNew(sql, "notes", { id: "n1", bytes: 1 })).toBe(false);
  await upsertRow(sql, "notes", { id: "n1" }, { id: "n1", bytes: 2 });
  await upsertRow(sql, "notes", { id: "n2" }, { id: "n2", bytes: 3 });
  expect((await table.select(sql, {}, "ORDER BY id")).map(({ size }) => size)).toEqual([2, 3]);
});

it("leaves out conditions without a value, and takes as many placeholders as a list has values", () => {
  const where = {
    tenant: "t",
    project: undefined,
    state: ["a", "b"],
    "at >=": "2026",
    "ended_at IS NULL": true,
  } as const;
  expect(condition(where)).toEqual({
    text: "tenant = ? AND state IN (?, ?) AND at >= ? AND ended_at IS NULL",
    params: ["t", "a", "b", "2026"],
  });
  const either = condition({ "(path = ? OR path LIKE ?)": ["x", "%/x"], "(team = '' OR team IN (?))": ["a"] });
  expect(either).toEqual({
    text: "(path = ? OR path LIKE ?) AND (team = '' OR team IN (?))",
    params: ["x", "%/x", "a"],
  });
});

it("finds nothing by an empty list, and everything without a condition", () => {
  expect(condition({ tenant: "t", id: [] })).toEqual({ text: "tenant = ? AND FALSE", params: ["t"] });
  expect(condition({ id: undefined }).text).toBe("TRUE");
});

it("escapes the wildcards of LIKE", () => {
  expect(escapeLike("50%_~")).toBe("50~%~_~~");
});
