import type { SqlSession, SqlValue } from "./sql.js";

/** The values of a statement that selects one column. */
export async function selectColumn<T extends SqlValue = string>(
  session: SqlSession,
  text: string,
  params: readonly SqlValue[] = [],
): Promise<T[]> {
  return (await session.all<Record<string, T>>(text, params)).flatMap(Object.values<T>);
}
