import { dayMs } from "../../base/days.js";
import { AppError } from "../../base/errors.js";
import type { Runtime } from "../../base/runtime.js";
import { sha256 } from "../../base/sha256.js";
import type { TokenRecord, TokenStore } from "../../store/access/token-store.js";
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
  create(token: NewToken): Promise<{ readonly secret: string; readonly facts: TokenFacts }>;
  list(tenant: string | undefined): Promise<TokenFacts[]>;
  revoke(id: string): Promise<void>;
  /** The principal of the token, or why it is rejected. */
  principalOf(secret: string): Promise<Principal | { readonly refused: string }>;
}

/** The last use of a token is recorded at most this often: a write per request would be too expensive. */
const recordUseEveryMs = 3_600_000;

export function createTokens({ store, runtime }: { store: TokenStore; runtime: Runtime }): Tokens {
  return {
    async create({ tenant, user, role, teams, label, days }) {
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
      await store.add(record);
      return { secret, facts: factsOf(record, now) };
    },

    async list(tenant) {
      const now = runtime.now();
      return (await store.list(tenant)).map((record) => factsOf(record, now));
    },

    async revoke(id) {
      if (await store.revoke(id, runtime.now().toISOString())) return;
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
      if (!isRecentlyRecorded) await store.recordUse(record.hash, now.toISOString());
      const { tenant, user, teams } = record;
      return { tenant, user, teams, role: toRole(record.role), credential: record.id };
    },
  };
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
