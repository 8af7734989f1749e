import type { Context, Env, Hono } from "hono";
import * as z from "zod";
import { AppError } from "../../base/errors.js";
import type { Access } from "../../domain/access/access.js";
import { type Actor, mayGrant, type Principal, roles } from "../../domain/access/principal.js";
import type { RecordCounts } from "../../domain/purge/purge.js";
import { inTenant } from "../../engine/tenant-scope.js";
import { readJson } from "../http/answer-call.js";
import { describeIssue } from "../issue-text.js";

const label = z.string().max(200).default("");
const days = z.number().int().min(1).max(365).default(90);
const teams = z.array(z.string()).max(100).default([]);
const role = z.enum(roles);

const NewToken = z.object({ label, days, role: role.optional() });
const NewPerson = z.object({ label, days, role: role.default("write"), teams });
const Rotation = z.object({ days, role: role.optional() });
const Quota = z.object({ records: z.number().int().min(1) });
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

/**
 * Tokens of the caller and, for administrators, of everyone in the tenant; the tenant, its people and what they wrote.
 * People export what they wrote themselves.
 */
export function addPeopleRoutes<E extends Env>(http: Hono<E>, { access, recordsPerTenant, erase }: Deps): void {
  const visible = async ({ tenant, user, role }: Principal) =>
    (await access.tokens.list(tenant)).filter((token) => role === "admin" || token.user === user);

  http.get("/api/tokens", async (context) => context.json({ tokens: await visible(principalOf(context)) }));

  http.post("/api/tokens", async (context) => {
    const principal = principalOf(context);
    requireSignIn(principal);
    const { role = principal.role, ...wanted } = readBody(NewToken, await readJson(context));
    if (!mayGrant(principal, role)) throw forbidden(`A token with the role ${role} needs that role.`);
    const { tenant, user, teams } = principal;
    const { secret, facts } = await access.tokens.create({ tenant, user, teams, role, ...wanted }, actorOf(context));
    return context.json({ id: facts.id, role, expires: facts.expiresAt, secret }, 201);
  });

  http.delete("/api/tokens/:id", async (context) => {
    const id = context.req.param("id");
    if (!(await visible(principalOf(context))).some((token) => token.id === id))
      throw new AppError("missing", "Token not found.", { hint: "List your tokens with GET /api/tokens." });
    await access.tokens.revoke(id, actorOf(context));
    return context.json({ id, revoked: true });
  });

  http.post("/api/tokens/:id/rotate", async (context) => {
    const { tenant } = administrator(context);
    const id = context.req.param("id");
    const isOwn = (await access.tokens.list(tenant)).some((token) => token.id === id);
    if (!isOwn) throw new AppError("missing", "Token not found.", { hint: "List tokens with GET /api/tokens." });
    const change = readBody(Rotation, await readJson(context));
    const { secret, facts } = await access.tokens.rotate(id, change, actorOf(context));
    return context.json({ id: facts.id, replaced: id, role: facts.role, expires: facts.expiresAt, secret }, 201);
  });

  /** A route for administrators. */
  const serve = (method: "GET" | "PUT", path: string, answer: (tenant: string, context: Context) => Promise<object>) =>
    http.on(method, path, async (context) => context.json(await answer(administrator(context).tenant, context)));

  serve("GET", "/api/tenant", (tenant) => describeTenant(access, tenant, recordsPerTenant));
  serve("GET", "/api/tenant/records", async (tenant) => ({ tenant, rows: await access.tenants.export(tenant) }));
  serve("GET", "/api/people", async (tenant) => ({ people: await listPeople(access, tenant) }));

  serve("PUT", "/api/tenant/quota", async (tenant, context) => {
    const { records } = readBody(Quota, await readJson(context));
    const current = await access.quotas.of(tenant, recordsPerTenant);
    if (current > 0 && records > current) throw forbidden("Only the operator of the service can raise the quota.");
    await access.quotas.set(tenant, records, actorOf(context));
    return { tenant, quota: records };
  });

  serve("GET", "/api/audit", async (tenant, context) => {
    const { limit, ...filter } = readBody(AuditQuery, context.req.query());
    return { entries: await access.audit.list(tenant, filter, limit) };
  });

  http.delete("/api/people/:user/records", async (context) => {
    const { tenant } = administrator(context);
    const user = context.req.param("user");
    return context.json({ user, deleted: await inTenant(tenant, () => erase(context, user)) });
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

  http.delete("/api/people/:user", async (context) => {
    const { tenant } = administrator(context, "Only administrators remove people.");
    const user = context.req.param("user");
    return context.json({ user, revoked: await access.tokens.revokeAll(tenant, user, actorOf(context)) });
  });
}

export async function describeTenant(access: Access, tenant: string, recordsPerTenant: number) {
  const records = await inTenant(tenant, () => access.countRecords(tenant));
  const quota = (await access.quotas.of(tenant, recordsPerTenant)) || null;
  return { tenant, records, quota, people: (await listPeople(access, tenant)).length };
}

/** Everyone who has or had a token, or whose acts by OAuth were audited; the identity provider knows all others. */
export async function listPeople({ tokens, audit }: Access, tenant: string) {
  const [all, signedIn] = [await tokens.list(tenant), await audit.signedInPeople(tenant)];
  const users = [...new Set([...all, ...signedIn].map(({ user }) => user))].sort();
  return users.map((user) => {
    const own = all.filter((token) => token.user === user);
    const valid = own.filter(({ state }) => state === "valid");
    const uses = [
      ...own.map((token) => token.lastUsedAt),
      ...signedIn.filter((one) => one.user === user).map(({ at }) => at),
    ];
    return {
      user,
      roles: [...new Set(valid.map(({ role }) => role))].sort(),
      teams: [...new Set(valid.flatMap(({ teams }) => teams))].sort(),
      tokens: valid.length,
      lastUsedAt: uses.sort().at(-1) ?? "",
    };
  });
}

const principalOf = (context: Context): Principal => context.get("principal") as Principal;

function administrator(context: Context, why = "Only administrators see and manage people."): Principal {
  const principal = principalOf(context);
  if (principal.role !== "admin") throw forbidden(why);
  return principal;
}

/** For the audit log, under the id that the access log has too. */
const actorOf = (context: Context): Actor => ({ ...principalOf(context), request: context.get("request") as string });

function readBody<S extends z.ZodType>(schema: S, raw: unknown): z.output<S> {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  throw new AppError("invalid", parsed.error.issues.map((issue) => describeIssue(issue)).join("; "));
}

/** A leaked token must not be able to make others that outlive it. */
function requireSignIn({ credential, role }: Principal): void {
  if (credential === "oauth" || role === "admin") return;
  throw forbidden("Sign in with your identity provider to create tokens, or ask an administrator.");
}

const forbidden = (message: string) => new AppError("forbidden", message);
