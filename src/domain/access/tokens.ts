import { dayMs } from "../../base/days.js";
import { AppError, isUnwritable } from "../../base/errors.js";
import type { Runtime } from "../../base/runtime.js";
import { sha256 } from "../../base/sha256.js";
import type { SqlSession } from "../../engine/sql.js";
import { inTenant } from "../../engine/tenant-scope.js";
import type { TokenRecord, TokenStore } from "../../store/access/token-store.js";
import { type Audit, factsOfAct } from "./audit.js";
import { type Actor, atTerminal, isName, type Principal, type Role, roles } from "./principal.js";

/** Distinguishes our tokens from those of an authorization server, and lets secret scanners find leaked ones. */
export const tokenPrefix = "tlp_";

type NewToken = Pick<TokenRecord, "tenant" | "user" | "role" | "teams" | "label"> & { readonly days: number };

export type TokenFacts = Omit<TokenRecord, "hash"> & { readonly state: "valid" | "expired" | "revoked" };

const operator = atTerminal("(operator)");

/** The last use of a token is recorded at most this often: a write per request would be too expensive. */
const recordUseEveryMs = 3_600_000;

type Deps = { store: TokenStore; audit: Pick<Audit, "noteWithin">; runtime: Runtime };

/** Personal access tokens: shown once when created, stored as a hash. */
export type Tokens = ReturnType<typeof createTokens>;

export function createTokens({ store, audit, runtime }: Deps) {
  /** In the transaction of the act: who made or ended a token must not be lost. */
  const noteAct = (tool: string, tenant: string, id: string, by: Actor) => (session: SqlSession) =>
    audit.noteWithin(session, factsOfAct(by, { tenant, tool, target: id }, runtime));

  const newToken = ({ days, ...rights }: NewToken) => {
    // Two UUIDs hold 244 random bits: too many to guess, so no slow hash is needed.
    const secret = `${tokenPrefix}${runtime.newUuid()}${runtime.newUuid()}`.replaceAll("-", "");
    const now = runtime.now();
    const record: TokenRecord = {
      ...rights,
      hash: sha256(secret),
      id: runtime.newId("tok"),
      createdAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + days * dayMs).toISOString(),
      revokedAt: "",
      lastUsedAt: "",
    };
    return { secret, record, facts: factsOf(record, now) };
  };

  return {
    async create(token: NewToken & { readonly role: Role }, by = operator) {
      const { tenant, user, teams } = token;
      if (![tenant, user, ...teams].every(isName))
        throw new AppError("invalid", "Names of tenants, users and teams must have 1 to 200 visible characters.");
      const { secret, record, facts } = newToken(token);
      await inTenant(tenant, () => store.add(record, noteAct("token_create", tenant, record.id, by)));
      return { secret, facts };
    },

    /** Replaces a token by a new one with the same rights, or with another role: that of a token never changes. */
    async rotate(id: string, { days, role }: { days: number; role?: Role | undefined }, by = operator) {
      const old = (await store.list(await store.tenantOf(id))).find((one) => one.id === id);
      if (!old) throw unknownToken(id);
      const { secret, record, facts } = newToken({ ...old, days, role: role ?? old.role });
      const replace = () => store.replace(id, record, noteAct("token_rotate", old.tenant, record.id, by));
      if (!(await inTenant(old.tenant, replace))) throw unknownToken(id);
      return { secret, facts };
    },

    /** Ends all access of a person by tokens at once; returns the ids of the revoked tokens. */
    revokeAll: (tenant: string, user: string, by = operator): Promise<string[]> =>
      inTenant(tenant, () =>
        store.revokeAll(tenant, user, runtime.now().toISOString(), async (session, ids) => {
          for (const id of ids) await noteAct("token_revoke", tenant, id, by)(session);
        }),
      ),

    async list(tenant: string | undefined): Promise<TokenFacts[]> {
      const now = runtime.now();
      return (await store.list(tenant)).map((record) => factsOf(record, now));
    },

    async revoke(id: string, by = operator): Promise<void> {
      const tenant = await store.tenantOf(id);
      const at = runtime.now().toISOString();
      const revoke = (of: string) => inTenant(of, () => store.revoke(id, at, noteAct("token_revoke", of, id, by)));
      if (tenant === undefined || !(await revoke(tenant))) throw unknownToken(id);
    },

    async principalOf(secret: string): Promise<Principal | { readonly refused: string }> {
      const record = await store.byHash(sha256(secret));
      if (!record) return { refused: "it is unknown" };
      const now = runtime.now();
      const { state } = factsOf(record, now);
      if (state !== "valid") return { refused: state === "revoked" ? "it was revoked" : "it has expired" };
      const isRecent = record.lastUsedAt !== "" && now.getTime() - Date.parse(record.lastUsedAt) < recordUseEveryMs;
      if (!isRecent)
        // A token is valid although its use cannot be recorded.
        await store.recordUse(record.hash, now.toISOString()).catch((error: unknown) => {
          if (!isUnwritable(error)) throw error;
        });
      const { tenant, user, teams, id: credential } = record;
      // One that was written by a newer version counts as the lowest.
      const role = roles.find((one) => one === record.role) ?? "read";
      return { tenant, user, teams, role, credential };
    },
  };
}

const unknownToken = (id: string) =>
  new AppError("missing", `Token not found or already revoked: ${id}.`, {
    hint: "List tokens with `throughline token list`.",
  });

const factsOf = ({ hash: _, ...record }: TokenRecord, now: Date): TokenFacts => ({
  ...record,
  state: record.revokedAt !== "" ? "revoked" : record.expiresAt <= now.toISOString() ? "expired" : "valid",
});
