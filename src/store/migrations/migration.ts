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

type Statements = readonly string[] | ((dialect: Dialect) => readonly string[]);

/** A step that is a list of statements. */
export const step = (name: string, statements: Statements): Migration => ({
  name,
  async up(session) {
    for (const text of typeof statements === "function" ? statements(session.dialect) : statements)
      await session.run(text);
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
