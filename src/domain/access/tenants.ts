import { textsIn } from "../../base/json.js";
import type { Runtime } from "../../base/runtime.js";
import type { SqlRow } from "../../engine/sql.js";
import { inTenant } from "../../engine/tenant-scope.js";
import type { TenantRegistry } from "../../store/access/tenant-registry.js";
import type { TenantRows } from "../../store/access/tenant-rows.js";
import type { CountRecords } from "../../store/record-counts.js";
import type { Audit } from "./audit.js";
import type { Actor } from "./principal.js";
import type { Tokens } from "./tokens.js";

export interface TenantFacts {
  readonly tenant: string;
  /** Memories, fixes and checkpoints. */
  readonly records: number;
  /** Users with a valid token. */
  readonly people: readonly string[];
}

/** The tenants of a service, for its operator. */
export interface Tenants {
  list(): Promise<TenantFacts[]>;
  /** Every row as written, by table; of one person, those that name the person. */
  export(tenant: string, person?: string): Promise<{ table: string; row: SqlRow }[]>;
  /** Deletes all records of the tenant and revokes its tokens; the audit log stays. */
  remove(tenant: string, by: Actor): Promise<number>;
}

interface Deps {
  readonly registry: TenantRegistry;
  readonly tokens: Pick<Tokens, "list">;
  readonly rows: TenantRows;
  readonly count: CountRecords;
  readonly audit: Pick<Audit, "noteWithin">;
  readonly runtime: Runtime;
  /** Removes copies of the tenant's texts, and what the database still holds of them. */
  onRemove(tenant: string, texts: readonly string[]): Promise<void>;
}

export function createTenants({ registry, tokens, rows, count, audit, runtime, onRemove }: Deps): Tenants {
  return {
    async list() {
      const valid = (await tokens.list(undefined)).filter(({ state }) => state === "valid");
      const names = [...new Set([...(await registry.list()), ...valid.map(({ tenant }) => tenant)])].sort();
      const facts: TenantFacts[] = [];
      for (const tenant of names) {
        const people = new Set(valid.filter((token) => token.tenant === tenant).map(({ user }) => user));
        facts.push({ tenant, records: await inTenant(tenant, () => count(tenant)), people: [...people].sort() });
      }
      return facts;
    },

    async export(tenant, person) {
      const tables = await inTenant(tenant, () => rows.read(tenant));
      return [...tables].flatMap(([table, all]) =>
        all.filter((row) => person === undefined || namesPerson(row, person)).map((row) => ({ table, row })),
      );
    },

    remove: (tenant, by) => {
      const { user, credential, request = runtime.newId("req") } = by;
      const facts = { tenant, user, credential, request, tool: "tenant_delete", target: "", result: "ok" };
      return inTenant(tenant, async () => {
        const texts = textsIn([...(await rows.read(tenant)).values()]);
        const at = runtime.now().toISOString();
        const removed = await rows.remove(tenant, at, (session) => audit.noteWithin(session, facts));
        await onRemove(tenant, texts);
        return removed;
      });
    },
  };
}

/** As author, user or caller, or in the evidence or the votes of a memory: what deleting the person's records touches, and the audit log. */
const namesPerson = (row: SqlRow, person: string): boolean =>
  [row.author, row.user_name, row.caller].includes(person) ||
  [row.evidence, row.votes].some((json) => typeof json === "string" && namesIn(JSON.parse(json), person));

const namesIn = (value: unknown, person: string): boolean =>
  typeof value === "object" &&
  value !== null &&
  Object.entries(value).some(([key, one]) =>
    key === "author" || key === "by" ? one === person : namesIn(one, person),
  );
