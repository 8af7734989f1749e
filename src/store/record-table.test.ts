import { expect, it } from "vitest";
import { recordTable } from "./record-table.js";
import { allOf, escapeLike } from "./sql-text.js";

interface Note {
  readonly id: string;
  readonly writtenBy: string | null;
  readonly isRead: boolean;
  readonly tags: readonly string[];
  readonly size: number;
}

const table = recordTable<Note>({
  id: "text",
  writtenBy: "text",
  isRead: "flag",
  tags: "json",
  size: ["number", "bytes"],
});

it("reads a record back as it was written, also where a server returns numbers as text", () => {
  const note: Note = { id: "n1", writtenBy: null, isRead: true, tags: ["a", "b"], size: 12 };
  expect(table.columns).toEqual(["id", "written_by", "is_read", "tags", "bytes"]);
  expect(table.values(note)).toEqual(["n1", null, 1, '["a","b"]', 12]);
  expect(table.read({ id: "n1", written_by: null, is_read: "1", tags: '["a","b"]', bytes: "12" })).toEqual(note);
});

it("assigns the fields that are named, and no others", () => {
  expect(table.assign({ size: 3, isRead: false })).toEqual({ text: "is_read = ?, bytes = ?", params: [0, 3] });
});

it("leaves out conditions without a value, and takes as many placeholders as a list has values", () => {
  const condition = allOf(["tenant = ?", "t"], ["project = ?", undefined], ["state IN (?)", ["a", "b"]]);
  expect(condition).toEqual({ text: "tenant = ? AND state IN (?, ?)", params: ["t", "a", "b"] });
  expect(allOf(["(path = ? OR path LIKE ?)", ["x", "%/x"]]).params).toEqual(["x", "%/x"]);
});

it("escapes the wildcards of LIKE", () => {
  expect(escapeLike("50%_~")).toBe("50~%~_~~");
});
