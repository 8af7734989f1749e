import type { Dialect, SqlSession } from "../../engine/sql.js";

/** One step of the schema. Appended to the list, never edited once released. */
export interface Migration {
  readonly name: string;
  /**
   * The step that a program must know to keep working after this one, where it only adds; without it, programs that do
   * not know this step refuse the database.
   */
  readonly needs?: string;
  up(session: SqlSession): Promise<void>;
}

type Statements =
  | readonly string[]
  | ((dialect: Dialect, session: SqlSession) => readonly string[] | Promise<readonly string[]>);

/** A step that is a list of statements. */
export const step = (name: string, statements: Statements): Migration => ({
  name,
  async up(session) {
    const texts = typeof statements === "function" ? await statements(session.dialect, session) : statements;
    for (const text of texts) await session.run(text);
  },
});

/** The last step that changed what programs before it rely on. */
export const lastBreaking = "m0026-error-signatures";

/** A step that only adds something. */
export const addition = (name: string, statements: Statements): Migration => ({
  ...step(name, statements),
  needs: lastBreaking,
});

/** For a database that keeps tenants apart; a file of one machine needs none of it. */
export const onServers =
  (statements: readonly string[]) =>
  ({ isKeyedByTenant }: Dialect): readonly string[] =>
    isKeyedByTenant ? statements : [];

/**
 * A statement. Columns are texts unless a type follows, and always have a value unless `?` follows their name. Released
 * steps use it: what it writes for them must stay.
 */
export function createTable(name: string, columns: string, key = ""): string {
  const parts = columns.split(",").map((column) => {
    const [field = "", ...type] = column.trim().split(/\s+/);
    const constraint = `${field.endsWith("?") ? "" : " NOT NULL"}${field === key ? " PRIMARY KEY" : ""}`;
    return `${field.replace("?", "")} ${type.join(" ") || "TEXT"}${constraint}`;
  });
  return `CREATE TABLE ${name} (${parts.join(", ")}${key.includes(",") ? `, PRIMARY KEY (${key})` : ""})`;
}

/** Statements that call a function after each one that adds or removes rows, with these as `added` or `removed`. */
export const callOnChanges = (call: string, table: string, whenAdded: string, whenRemoved: string): string[] => [
  `CREATE TRIGGER ${whenAdded} AFTER INSERT ON ${table} REFERENCING NEW TABLE AS added
   FOR EACH STATEMENT EXECUTE FUNCTION ${call}()`,
  `CREATE TRIGGER ${whenRemoved} AFTER DELETE ON ${table} REFERENCING OLD TABLE AS removed
   FOR EACH STATEMENT EXECUTE FUNCTION ${call}()`,
];
