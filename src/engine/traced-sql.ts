import type { Sql, SqlRow, SqlSession, SqlValue } from "./sql.js";
import { inSpan } from "./trace.js";

/** Records every statement of a traced request, without its parameters. */
export function tracedSql(sql: Sql): Sql {
  const traced = <S extends SqlSession>(session: S): S => ({
    ...session,
    all: <R extends SqlRow>(text: string, params?: readonly SqlValue[]) =>
      inSpan(spanOf(text), () => session.all<R>(text, params)),
    run: (text: string, params?: readonly SqlValue[]) => inSpan(spanOf(text), () => session.run(text, params)),
  });
  return {
    ...traced(sql),
    transaction: (body, adding) =>
      inSpan({ name: "TRANSACTION", kind: "client", attributes: system }, () =>
        sql.transaction((session) => body(traced(session)), adding),
      ),
  };
}

const system = { "db.system.name": "postgresql" };

/** Named by what it does to which table. */
const spanOf = (text: string) => {
  const [operation = ""] = /\w+/.exec(text) ?? [];
  const [, table = ""] = /\b(?:FROM|INTO|UPDATE)\s+(\w+)/.exec(text) ?? [];
  return {
    name: `${operation} ${table}`.trim(),
    kind: "client" as const,
    attributes: { ...system, "db.query.text": text.replace(/\s+/g, " ").trim().slice(0, maxTextChars) },
  };
};

const maxTextChars = 1000;
