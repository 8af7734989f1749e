import { branchAt, newTree, parseToml } from "./parse-toml.js";

/** The value at `path`, tables as objects; undefined where there is none. */
export function valueInToml(text: string, path: readonly string[]): unknown {
  const tree = newTree();
  for (const statement of parseToml(text)) {
    if (statement.kind === "table") branchAt(tree, statement.path);
    else branchAt(tree, statement.path.slice(0, -1))[statement.path.at(-1) ?? ""] = statement.value.value;
  }
  return path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined),
    tree,
  );
}

/** The tables of a document in order, each with the fields below its own header. */
export interface TomlFields {
  /** As in its header, without brackets. */
  readonly table: string;
  readonly fields: ReadonlyMap<string, unknown>;
}

export function tablesInToml(text: string): TomlFields[] {
  const tables: { table: string; fields: Map<string, unknown> }[] = [];
  for (const statement of parseToml(text)) {
    if (statement.kind === "table") tables.push({ table: statement.name.join("."), fields: new Map() });
    else tables.at(-1)?.fields.set(statement.path.slice(statement.table.length).join("."), statement.value.value);
  }
  return tables;
}
