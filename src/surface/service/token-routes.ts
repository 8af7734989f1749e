import type { Context, Hono } from "hono";
import * as z from "zod";
import { AppError } from "../../base/errors.js";
import type { Access } from "../../domain/access/access.js";
import { type Actor, mayGrant, type Principal, roles } from "../../domain/access/principal.js";
import { readJson } from "../http/answer-error.js";
import { describeIssue } from "../issue-text.js";

export const tokenLabel = z.string().max(200).default("");
export const tokenDays = z.number().int().min(1).max(365).default(90);

const NewToken = z.object({ label: tokenLabel, days: tokenDays, role: z.enum(roles).optional() });

/** Tokens of the caller and, for administrators, of everyone in the tenant. */
export function addTokenRoutes<V extends { principal: Principal }>(http: Hono<{ Variables: V }>, access: Access): void {
  const visible = async ({ tenant, user, role }: Principal) =>
    (await access.tokens.list(tenant)).filter((token) => role === "admin" || token.user === user);

  http.get("/api/tokens", async (context) => context.json({ tokens: await visible(principalOf(context)) }));

  http.post("/api/tokens", async (context) => {
    const principal = principalOf(context);
    requireSignIn(principal);
    const { label, days, role = principal.role } = readBody(NewToken, await readJson(context));
    if (!mayGrant(principal, role)) throw forbidden(`A token with the role ${role} needs that role.`);
    const { tenant, user, teams } = principal;
    const { secret, facts } = await access.tokens.create({ tenant, user, teams, role, label, days }, actorOf(context));
    return context.json({ id: facts.id, role, expires: facts.expiresAt, secret }, 201);
  });

  http.delete("/api/tokens/:id", async (context) => {
    const principal = principalOf(context);
    const id = context.req.param("id");
    if (!(await visible(principal)).some((token) => token.id === id))
      throw new AppError("missing", "Token not found.", { hint: "List your tokens with GET /api/tokens." });
    await access.tokens.revoke(id, actorOf(context));
    return context.json({ id, revoked: true });
  });

  http.delete("/api/people/:user", async (context) => {
    const principal = principalOf(context);
    if (principal.role !== "admin") throw forbidden("Only administrators remove people.");
    const user = context.req.param("user");
    return context.json({ user, revoked: await access.tokens.revokeAll(principal.tenant, user, actorOf(context)) });
  });
}

export const principalOf = (context: Context): Principal => context.get("principal") as Principal;

/** For the audit log, under the id that the access log has too. */
export const actorOf = (context: Context): Actor => ({
  ...principalOf(context),
  request: context.get("request") as string,
});

export function readBody<S extends z.ZodType>(schema: S, raw: unknown): z.output<S> {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  throw new AppError("invalid", parsed.error.issues.map((issue) => describeIssue(issue)).join("; "));
}

/** A leaked token must not be able to make others that outlive it. */
function requireSignIn({ credential, role }: Principal): void {
  if (credential === "oauth" || role === "admin") return;
  throw forbidden("Sign in with your identity provider to create tokens, or ask an administrator.");
}

export const forbidden = (message: string) => new AppError("forbidden", message);
