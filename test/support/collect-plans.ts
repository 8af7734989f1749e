import postgres from "postgres";
import { inlineParameters, literal, plannedEachTime, postgresQuery } from "../../src/engine/postgres/postgres-text.js";
import type { Sql, SqlRow, SqlSession, SqlValue } from "../../src/engine/sql.js";

export interface SentStatement {
  readonly text: string;
  readonly params: readonly SqlValue[];
}

/** The database, and every statement that is sent to it and looks for rows, in transactions too. */
export function recordStatements(sql: Sql): { readonly sql: Sql; readonly statements: SentStatement[] } {
  const statements: SentStatement[] = [];
  const record = (session: SqlSession) => ({
    all: <R extends SqlRow>(text: string, params: readonly SqlValue[] = []) => {
      if (looksForRows(text)) statements.push({ text, params });
      return session.all<R>(text, params);
    },
    run(text: string, params: readonly SqlValue[] = []) {
      if (looksForRows(text)) statements.push({ text, params });
      return session.run(text, params);
    },
  });
  const transaction: Sql["transaction"] = (body, adding) =>
    sql.transaction((session) => body({ ...session, ...record(session) }), adding);
  return { sql: { ...sql, ...record(sql), transaction }, statements };
}

/** An insert would fail the second time. */
const looksForRows = (text: string): boolean =>
  /^\s*(?:SELECT|WITH|UPDATE|DELETE)\b/.test(text.replace(plannedEachTime, ""));

/** One scan of a table in the plan of a statement or of a function that it calls. */
export interface Scan {
  readonly statement: string;
  readonly node: string;
  readonly table: string;
  /** Read in all repetitions of the node, with those that a filter dropped. */
  readonly rows: number;
}

/** Runs the statements as a role does, without a lasting change, prepared and with the generic plan that PostgreSQL changes to unless they are planned each time, and returns their scans. */
export async function collectScans(
  rootUrl: string,
  { role, tenant, statements }: { role: string; tenant: string; statements: readonly SentStatement[] },
): Promise<Scan[]> {
  const scans: Scan[] = [];
  let statement = "";
  const sql = postgres(rootUrl, {
    max: 1,
    fetch_types: false,
    onnotice: ({ message }) => {
      const [, plan] = /plan:\n(\{[\s\S]*\})$/.exec(message ?? "") ?? [];
      if (plan) addScans(scans, statement, JSON.parse(plan).Plan);
    },
  });
  const settings = {
    log_min_duration: "0",
    log_nested_statements: "on",
    log_analyze: "on",
    log_timing: "off",
    log_format: "json",
    log_level: "notice",
  };
  await sql.unsafe(
    [
      "LOAD 'auto_explain'",
      ...Object.entries(settings).map(([name, value]) => `SET auto_explain.${name} = ${value}`),
      "SET plan_cache_mode = force_generic_plan",
      `SET ROLE ${role}`,
    ].join("; "),
  );
  for (const sent of statements) {
    const { text, params } = postgresQuery(sent.text, sent.params);
    statement = text;
    const call = params.length === 0 ? "" : `(${params.map(literal).join(", ")})`;
    const sending = text.startsWith(plannedEachTime)
      ? inlineParameters({ text, params })
      : `PREPARE one AS ${text}; EXECUTE one ${call}; DEALLOCATE one`;
    await sql.unsafe(`BEGIN; SELECT set_config('throughline.tenant', ${literal(tenant)}, true); ${sending}; ROLLBACK`);
  }
  await sql.end();
  return scans;
}

type PlanNode = Readonly<Record<string, unknown>> & { readonly Plans?: readonly PlanNode[] };

function addScans(scans: Scan[], statement: string, node: PlanNode): void {
  const number = (name: string) => Number(node[name] ?? 0);
  const loops = number("Actual Loops");
  const rows = (number("Actual Rows") + number("Rows Removed by Filter")) * loops;
  if (node["Relation Name"] !== undefined || node["Index Name"] !== undefined)
    scans.push({
      statement,
      node: String(node["Node Type"]),
      table: String(node["Relation Name"] ?? node["Index Name"]),
      rows,
    });
  for (const child of node.Plans ?? []) addScans(scans, statement, child);
}
