import type { Context, Hono } from "hono";
import * as z from "zod";
import { AppError } from "../../base/errors.js";
import type { Access } from "../../domain/access/access.js";
import { type Principal, roles } from "../../domain/access/principal.js";
import type { TokenFacts } from "../../domain/access/tokens.js";
import type { RecordCounts } from "../../domain/purge/purge.js";
import { inTenant } from "../../engine/tenant-scope.js";
import { readJson } from "../http/answer-error.js";
import type { PersonRow, TenantFacts } from "../http/api-types.js";
import { actorOf, forbidden, principalOf, readBody, tokenDays, tokenLabel } from "./token-routes.js";

const NewPerson = z.object({
  label: tokenLabel,
  days: tokenDays,
  role: z.enum(roles).default("write"),
  teams: z.array(z.string()).max(100).default([]),
});

const AuditQuery = z.object({
  user: z.string().optional(),
  tool: z.string().optional(),
  result: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(50),
});

interface Deps {
  readonly access: Access;
  /** The quota of a tenant without its own; 0 means none. */
  readonly recordsPerTenant: number;
  /** Deletes all records that a person wrote, and the name from those of others. */
  erase(context: Context, user: string): Promise<RecordCounts>;
}

/** The tenant of an administrator, its people and what they wrote; people export what they wrote themselves. */
export function addAdminRoutes<V extends { principal: Principal }>(http: Hono<{ Variables: V }>, deps: Deps): void {
  const { access, recordsPerTenant, erase } = deps;
  const administrator = (context: Context): Principal => {
    const principal = principalOf(context);
    if (principal.role !== "admin") throw forbidden("Only administrators see and manage people.");
    return principal;
  };
  const peopleOf = async (tenant: string) =>
    toPeople(await access.tokens.list(tenant), await access.audit.signedInPeople(tenant));

  http.get("/api/tenant", async (context) => {
    const { tenant } = administrator(context);
    const records = await inTenant(tenant, () => access.countRecords(tenant));
    const quota = (await access.quotas.of(tenant, recordsPerTenant)) || null;
    const facts: TenantFacts = { tenant, records, quota, people: (await peopleOf(tenant)).length };
    return context.json(facts);
  });

  http.put("/api/tenant/quota", async (context) => {
    const { tenant } = administrator(context);
    const { records } = readBody(z.object({ records: z.number().int().min(1) }), await readJson(context));
    const current = await access.quotas.of(tenant, recordsPerTenant);
    if (current > 0 && records > current) throw forbidden("Only the operator of the service can raise the quota.");
    await access.quotas.set(tenant, records, actorOf(context));
    return context.json({ tenant, quota: records });
  });

  http.get("/api/tenant/records", async (context) => {
    const { tenant } = administrator(context);
    return context.json({ tenant, rows: await access.tenants.export(tenant) });
  });

  http.get("/api/audit", async (context) => {
    const { tenant } = administrator(context);
    const { limit, ...filter } = readBody(AuditQuery, context.req.query());
    return context.json({ entries: await access.audit.list(tenant, filter, limit) });
  });

  http.get("/api/people", async (context) => {
    const { tenant } = administrator(context);
    return context.json({ people: await peopleOf(tenant) });
  });

  http.post("/api/people/:user/tokens", async (context) => {
    const { tenant } = administrator(context);
    const user = context.req.param("user");
    const wanted = readBody(NewPerson, await readJson(context));
    const { secret, facts } = await access.tokens.create({ ...wanted, tenant, user }, actorOf(context));
    return context.json({ id: facts.id, user, role: facts.role, expires: facts.expiresAt, secret }, 201);
  });

  http.get("/api/people/:user/records", async (context) => {
    const principal = principalOf(context);
    const user = context.req.param("user");
    const { tenant } = user === principal.user ? principal : administrator(context);
    return context.json({ user, rows: await access.tenants.export(tenant, user) });
  });

  http.delete("/api/people/:user/records", async (context) => {
    const { tenant } = administrator(context);
    const user = context.req.param("user");
    return context.json({ user, deleted: await inTenant(tenant, () => erase(context, user)) });
  });

  http.post("/api/tokens/:id/rotate", async (context) => {
    const { tenant } = administrator(context);
    const id = context.req.param("id");
    const isOwn = (await access.tokens.list(tenant)).some((token) => token.id === id);
    if (!isOwn) throw new AppError("missing", "Token not found.", { hint: "List tokens with GET /api/tokens." });
    const change = readBody(z.object({ days: tokenDays, role: z.enum(roles).optional() }), await readJson(context));
    const { secret, facts } = await access.tokens.rotate(id, change, actorOf(context));
    return context.json({ id: facts.id, replaced: id, role: facts.role, expires: facts.expiresAt, secret }, 201);
  });
}

type SignedIn = Awaited<ReturnType<Access["audit"]["signedInPeople"]>>;

/** Everyone who has or had a token, or whose acts by OAuth were audited; the identity provider knows all others. */
function toPeople(tokens: readonly TokenFacts[], signedIn: SignedIn): PersonRow[] {
  const users = [...new Set([...tokens, ...signedIn].map(({ user }) => user))].sort();
  return users.map((user) => {
    const own = tokens.filter((token) => token.user === user);
    const valid = own.filter(({ state }) => state === "valid");
    const uses = [
      ...own.map((token) => token.lastUsedAt),
      ...signedIn.filter((one) => one.user === user).map(({ at }) => at),
    ];
    const lastUsedAt = uses.sort().at(-1) ?? "";
    return {
      user,
      roles: [...new Set(valid.map(({ role }) => role))].sort(),
      teams: [...new Set(valid.flatMap(({ teams }) => teams))].sort(),
      tokens: valid.length,
      lastUsedAt,
    };
  });
}
