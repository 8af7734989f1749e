import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { openSqlite } from "../../src/engine/sqlite/open-sqlite.js";
import { root } from "./sources.js";

/** What a fixture's files must become in the archive: a part of each session. */
export interface ExpectedSession {
  readonly id: string;
  readonly exchanges: readonly object[];
}

/** An event of a hook: what must be read of it, and the answer that the host accepts. */
export interface HookSample {
  readonly event: string;
  readonly payload: object;
  readonly read: object;
  readonly answer?: unknown;
}

export interface HostFixture {
  /** Text of each file, by its path in the person's home. A database is rows in JSON lines, each with its table. */
  readonly files: Readonly<Record<string, string>>;
  readonly sessions: readonly ExpectedSession[];
  readonly hooks: readonly HookSample[];
}

const folder = join(root, "test", "fixtures", "hosts");

/** The fixture of a host: everything is in its README, files under headings with their paths. */
export function readHostFixture(id: string): HostFixture {
  const text = readFileSync(join(folder, id, "README.md"), "utf8");
  const named = (name: string) => new RegExp(`^\`\`\`json ${name}\\n([\\s\\S]*?)^\`\`\`$`, "m").exec(text)?.[1] ?? "[]";
  return {
    files: Object.fromEntries([...fencedFiles(text), ...linkedFiles(text, id)]),
    sessions: JSON.parse(named("sessions")),
    hooks: JSON.parse(named("hooks")),
  };
}

const fencedFiles = (text: string): [string, string][] =>
  [...text.matchAll(/^### `([^`\n]+)`\n\n(`{3,})\w*\n([\s\S]*?)^\2$/gm)].map(([, path = "", , body = ""]) => [
    path,
    body,
  ]);

const linkedFiles = (text: string, id: string): [string, string][] =>
  [...text.matchAll(/^### `([^`\n]+)`\n\n\[[^\]]+\]\(([^)]+)\)/gm)].map(([, path = "", link = ""]) => [
    path,
    readFileSync(join(folder, id, link), "utf8"),
  ]);

/** Writes the files below a home; `{folder}` in them becomes the project's folder, `{home}` the home. */
export async function leaveFiles({ files }: HostFixture, home: string, project: string): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const target = join(home, path.replace("{folder}", project.replace(/[^A-Za-z0-9]/g, "-")));
    mkdirSync(dirname(target), { recursive: true });
    const body = text.replaceAll("{folder}", project).replaceAll("{home}", home);
    if (/db$/.test(path)) await writeDatabase(target, body);
    else writeFileSync(target, body);
  }
}

async function writeDatabase(path: string, text: string): Promise<void> {
  const rows = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const sql = await openSqlite(path);
  for (const table of new Set(rows.map((row) => String(row.table)))) {
    const own = rows.filter((row) => row.table === table);
    const columns = [...new Set(own.flatMap((row) => Object.keys(row)))].filter((name) => name !== "table");
    await sql.run(`CREATE TABLE ${table} (${columns.join(", ")})`);
    const places = columns.map(() => "?").join(", ");
    for (const row of own)
      await sql.run(
        `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${places})`,
        columns.map((name) => cell(row[name])),
      );
  }
  await sql.close();
}

/** Objects are stored as JSON, and `{ "base64": … }` as its bytes. */
function cell(value: unknown): string | number | Uint8Array | null {
  if (value === undefined || value === null) return null;
  const { base64 } = value as { base64?: string };
  if (base64 !== undefined) return Buffer.from(base64, "base64");
  return typeof value === "string" || typeof value === "number" ? value : JSON.stringify(value);
}
