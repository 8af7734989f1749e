import { textsIn } from "../../base/json.js";
import type { Runtime } from "../../base/runtime.js";
import type { SqlRow } from "../../engine/sql.js";
import { inTenant } from "../../engine/tenant-scope.js";
import type { TenantRegistry } from "../../store/access/tenant-registry.js";
import type { TenantRows } from "../../store/access/tenant-rows.js";
import type { CountRecords } from "../../store/record-counts.js";
import { type Audit, factsOfAct } from "./audit.js";
import type { Actor } from "./principal.js";
import type { Tokens } from "./tokens.js";

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

/** The tenants of a service, for its operator. */
export const createTenants = ({ registry, tokens, rows, count, audit, runtime, onRemove }: Deps) => ({
  /** With their memories, fixes and checkpoints, and the users who have a valid token. */
  async list() {
    const valid = (await tokens.list(undefined)).filter(({ state }) => state === "valid");
    const names = new Set([...(await registry.list()), ...valid.map(({ tenant }) => tenant)]);
    const facts = [];
    for (const tenant of [...names].sort()) {
      const people = new Set(valid.filter((token) => token.tenant === tenant).map(({ user }) => user));
      facts.push({ tenant, records: await inTenant(tenant, () => count(tenant)), people: [...people].sort() });
    }
    return facts;
  },

  /** Every row as written, by table; of one person, those that name the person. */
  async export(tenant: string, person?: string): Promise<{ table: string; row: SqlRow }[]> {
    const tables = await inTenant(tenant, () => rows.read(tenant));
    return [...tables].flatMap(([table, all]) =>
      all.filter((row) => person === undefined || namesPerson(row, person)).map((row) => ({ table, row })),
    );
  },

  /** Deletes all records of the tenant and revokes its tokens; the audit log stays. */
  remove: (tenant: string, by: Actor): Promise<number> =>
    inTenant(tenant, async () => {
      const facts = factsOfAct(by, { tenant, tool: "tenant_delete", target: "" }, runtime);
      const texts = textsIn([...(await rows.read(tenant)).values()]);
      const at = runtime.now().toISOString();
      const removed = await rows.remove(tenant, at, (session) => audit.noteWithin(session, facts));
      await onRemove(tenant, texts);
      return removed;
    }),
});

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
