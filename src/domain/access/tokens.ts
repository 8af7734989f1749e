import { dayMs } from "../../base/days.js";
import { AppError, isUnwritable } from "../../base/errors.js";
import type { Runtime } from "../../base/runtime.js";
import { sha256 } from "../../base/sha256.js";
import type { SqlSession } from "../../engine/sql.js";
import { inTenant } from "../../engine/tenant-scope.js";
import type { TokenRecord, TokenStore } from "../../store/access/token-store.js";
import type { Audit } from "./audit.js";
import { isName, type Principal, type Role, roles } from "./principal.js";

/** Distinguishes our tokens from those of an authorization server, and lets secret scanners find leaked ones. */
export const tokenPrefix = "tlp_";

export interface NewToken {
  readonly tenant: string;
  readonly user: string;
  readonly role: Role;
  readonly teams: readonly string[];
  readonly label: string;
  readonly days: number;
}

export type TokenFacts = Omit<TokenRecord, "hash"> & { readonly state: "valid" | "expired" | "revoked" };

/** Personal access tokens: shown once when created, stored as a hash. */
export interface Tokens {
  create(token: NewToken, by?: string): Promise<{ readonly secret: string; readonly facts: TokenFacts }>;
  list(tenant: string | undefined): Promise<TokenFacts[]>;
  revoke(id: string, by?: string): Promise<void>;
  /** The principal of the token, or why it is rejected. */
  principalOf(secret: string): Promise<Principal | { readonly refused: string }>;
}

/** A person at a terminal with access to the database. */
const operator = "(operator)";
const terminal = "(terminal)";

/** The last use of a token is recorded at most this often: a write per request would be too expensive. */
const recordUseEveryMs = 3_600_000;

interface Deps {
  readonly store: TokenStore;
  readonly audit: Pick<Audit, "noteWithin">;
  readonly runtime: Runtime;
}

export function createTokens({ store, audit, runtime }: Deps): Tokens {
  /** In the transaction of the act: who made or ended a token must not be lost. */
  const noteAct = (tool: string, tenant: string, id: string, by: string) => (session: SqlSession) =>
    audit.noteWithin(session, {
      ...{ tenant, user: by, credential: terminal, tool, target: id, result: "ok" },
      request: runtime.newId("req"),
    });

  return {
    async create({ tenant, user, role, teams, label, days }, by = operator) {
      for (const name of [tenant, user, ...teams]) requireName(name);
      // Two UUIDs hold 244 random bits: too many to guess, so no slow hash is needed.
      const secret = `${tokenPrefix}${runtime.newUuid()}${runtime.newUuid()}`.replaceAll("-", "");
      const now = runtime.now();
      const record: TokenRecord = {
        ...{ hash: sha256(secret), id: runtime.newId("tok"), tenant, user, role, teams, label },
        createdAt: now.toISOString(),
        expiresAt: new Date(now.getTime() + days * dayMs).toISOString(),
        ...{ revokedAt: "", lastUsedAt: "" },
      };
      await inTenant(tenant, () => store.add(record, noteAct("token_create", tenant, record.id, by)));
      return { secret, facts: factsOf(record, now) };
    },

    async list(tenant) {
      const now = runtime.now();
      return (await store.list(tenant)).map((record) => factsOf(record, now));
    },

    async revoke(id, by = operator) {
      const tenant = await store.tenantOf(id);
      const at = runtime.now().toISOString();
      const revoke = (tenant: string) => () => store.revoke(id, at, noteAct("token_revoke", tenant, id, by));
      if (tenant !== undefined && (await inTenant(tenant, revoke(tenant)))) return;
      throw new AppError("missing", `Token not found or already revoked: ${id}.`, {
        hint: "List tokens with `throughline token list`.",
      });
    },

    async principalOf(secret) {
      const record = await store.byHash(sha256(secret));
      if (!record) return { refused: "it is unknown" };
      const now = runtime.now();
      const { state } = factsOf(record, now);
      if (state !== "valid") return { refused: state === "revoked" ? "it was revoked" : "it has expired" };
      const isRecentlyRecorded =
        record.lastUsedAt !== "" && now.getTime() - Date.parse(record.lastUsedAt) < recordUseEveryMs;
      if (!isRecentlyRecorded) await store.recordUse(record.hash, now.toISOString()).catch(ignoreUnwritable);
      const { tenant, user, teams } = record;
      return { tenant, user, teams, role: toRole(record.role), credential: record.id };
    },
  };
}

/** A token is valid although its use cannot be recorded. */
function ignoreUnwritable(error: unknown): void {
  if (!isUnwritable(error)) throw error;
}

/** A role written by a newer version counts as the lowest. */
const toRole = (role: string): Role => roles.find((one) => one === role) ?? "read";

const factsOf = ({ hash: _, ...record }: TokenRecord, now: Date): TokenFacts => ({
  ...record,
  state: record.revokedAt !== "" ? "revoked" : record.expiresAt <= now.toISOString() ? "expired" : "valid",
});

function requireName(name: string): void {
  if (isName(name)) return;
  throw new AppError("invalid", "Names of tenants, users and teams must have 1 to 200 visible characters.");
}
