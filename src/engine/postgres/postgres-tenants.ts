import { selectColumn } from "../select-column.js";
import type { SqlSession } from "../sql.js";

/** The tenant of the transaction; NULL, not empty, when it is not set, so that no row is visible. */
export const tenantFunction = `CREATE OR REPLACE FUNCTION throughline_tenant() RETURNS TEXT LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('throughline.tenant', true), '') $$`;

/**
 * A function that bypasses row-level security and filters by tenant itself. Needed where the planner does not use an
 * index under row-level security, because the operator is not marked leakproof.
 * In plpgsql, which plans a query once per connection and not for every call.
 */
export const trustedFunction = (schema: string, signature: string, query: string): string =>
  trustedProcedure(schema, signature, `BEGIN RETURN QUERY ${query}; END`);

/** The same with a body of several statements, of which a call runs only those it needs. */
export const trustedProcedure = (schema: string, signature: string, body: string): string =>
  `CREATE OR REPLACE FUNCTION ${signature} LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = ${schema}, pg_temp
   AS $$ #variable_conflict use_column
   ${body} $$`;

export const schemaOf = async (session: SqlSession): Promise<string> =>
  (await selectColumn(session, "SELECT quote_ident(current_schema()) AS name"))[0] ?? "public";

/** Tables with a tenant that have no policy yet. */
const tablesWithoutPolicy = `SELECT quote_ident(c.relname) AS name FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant' AND NOT a.attisdropped
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
    AND NOT EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid)
  ORDER BY c.relname`;

/** Adds the policy to every table with a tenant column, so that no migration can forget it. */
export async function isolateTenants(session: SqlSession): Promise<void> {
  for (const name of await selectColumn(session, tablesWithoutPolicy)) {
    await session.run(`ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY`);
    await session.run(
      `CREATE POLICY one_tenant ON ${name} USING (tenant = throughline_tenant()) WITH CHECK (tenant = throughline_tenant())`,
    );
  }
  const schema = await schemaOf(session);
  for (const statement of [...admitFunction(schema), ...restrictFunctions]) await session.run(statement);
}

/** The functions that bypass row-level security. */
const trustedFunctions = `SELECT oid::regprocedure AS name, proretset FROM pg_proc
  WHERE pronamespace = current_schema()::regnamespace AND prosecdef`;

/**
 * Lets only admitted roles call the functions that bypass row-level security, and tells the planner how few rows they
 * return: its guess of a thousand makes it join them with all documents of a tenant.
 */
const restrictFunctions: readonly string[] = [
  `DO $$ DECLARE f RECORD; BEGIN
     FOR f IN ${trustedFunctions} LOOP
       EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f.name);
       IF f.proretset THEN EXECUTE format('ALTER FUNCTION %s ROWS 20', f.name); END IF;
     END LOOP;
   END $$`,
  // Roles that were admitted before get what this version adds and lose what it withdraws.
  `DO $$ DECLARE r RECORD; BEGIN
     FOR r IN SELECT DISTINCT pg_get_userbyid(grantee) AS name FROM pg_class, aclexplode(relacl)
       WHERE oid = to_regclass('search_documents') AND grantee <> 0 AND grantee <> relowner LOOP
       PERFORM throughline_admit(r.name);
     END LOOP;
   END $$`,
];

/** Only this old can audit entries be deleted by a role that serves tenants. */
const minAuditAge = "30 days";

/** `SELECT throughline_admit('role')`: everything that a role which serves tenants needs, and nothing that it does not. */
const admitFunction = (schema: string): readonly string[] => [
  `CREATE OR REPLACE FUNCTION throughline_admit(admitted NAME) RETURNS VOID LANGUAGE plpgsql SET search_path = ${schema}, pg_temp
   AS $$ DECLARE f RECORD; BEGIN
     EXECUTE format('GRANT USAGE ON SCHEMA ${schema} TO %I', admitted);
     EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO %I', admitted);
     EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON migrations, migration_needs FROM %I', admitted);
     EXECUTE format('REVOKE UPDATE, DELETE ON audit_log, access_tokens FROM %I', admitted);
     EXECUTE format('GRANT UPDATE (revoked_at, last_used_at) ON access_tokens TO %I', admitted);
     EXECUTE format('GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO %I', admitted);
     EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO %I', admitted);
     EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT USAGE ON SEQUENCES TO %I', admitted);
     FOR f IN ${trustedFunctions} LOOP EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %I', f.name, admitted); END LOOP;
   END $$`,
  "REVOKE EXECUTE ON FUNCTION throughline_admit(NAME) FROM PUBLIC",
  `CREATE OR REPLACE FUNCTION throughline_expire_audit(of_tenant TEXT, before TEXT) RETURNS SETOF TEXT LANGUAGE plpgsql
   SECURITY DEFINER SET search_path = ${schema}, pg_temp
   AS $$ BEGIN RETURN QUERY DELETE FROM audit_log WHERE tenant = throughline_tenant() AND tenant = of_tenant
     AND at < least(before, to_char(now() AT TIME ZONE 'UTC' - INTERVAL '${minAuditAge}', 'YYYY-MM-DD')) RETURNING id; END $$`,
];
