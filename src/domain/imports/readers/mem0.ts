import { isObject } from "../../../base/json.js";
import { titleFrom } from "../../memory/lesson.js";
import { type Fields, listIn, stringsOf, textOf } from "../reader.js";
import { type ExportRecord, jsonExport, junk } from "./json-export.js";

/** mem0's answer to "get all", and the `memories.json` or the lines of OpenMemory's backup. */
export const mem0 = jsonExport("mem0", "mem0 or OpenMemory", (document) => {
  const entries = listIn(document, "results", "memories", "items");
  if (entries.length === 0) return Array.isArray(document) ? [] : undefined;
  const categories = namesOf(document, "categories");
  const apps = namesOf(document, "apps");
  return entries.map((entry) => fromEntry(entry, categories, apps));
});

/** OpenMemory's backup names categories and apps once, and points to them by id. */
const namesOf = (document: unknown, list: string): ReadonlyMap<unknown, string> =>
  new Map(isObject(document) ? listIn(document[list]).map((one) => [one.id, textOf(one, "name")]) : []);

function fromEntry(
  entry: Fields,
  categories: ReadonlyMap<unknown, string>,
  apps: ReadonlyMap<unknown, string>,
): ExportRecord {
  const content = textOf(entry, "memory", "content", "text", "data");
  const state = textOf(entry, "state");
  if (state === "deleted" || state === "archived") return junk(titleFrom(content), `${state} there`);
  const categoryNames = stringsOf(entry.category_ids).map((id) => categories.get(id) ?? "");
  const app = textOf(entry, "app", "app_name") || (apps.get(entry.app_id) ?? "");
  return {
    kind: "memory",
    project: isObject(entry.metadata) ? textOf(entry.metadata, "project", "project_id") : "",
    title: titleFrom(content),
    content,
    outcome: "success",
    tags: ["mem0", app, ...stringsOf(entry.categories), ...categoryNames].filter((tag) => tag !== ""),
  };
}
