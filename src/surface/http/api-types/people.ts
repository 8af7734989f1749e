/** The tenant of an administrator. */
export interface TenantFacts {
  readonly tenant: string;
  readonly records: number;
  /** Maximum records; null means no limit. */
  readonly quota: number | null;
  readonly people: number;
}

/** Everyone who has or had a token, or whose acts by OAuth were audited. */
export interface PersonRow {
  readonly user: string;
  readonly roles: readonly string[];
  readonly teams: readonly string[];
  /** Number of valid tokens. */
  readonly tokens: number;
  /** The last use of a token or audited act by OAuth; empty when there was none. */
  readonly lastUsedAt: string;
}

export interface TokenRow {
  readonly id: string;
  readonly user: string;
  readonly label: string;
  readonly role: string;
  readonly state: "valid" | "expired" | "revoked";
  readonly expiresAt: string;
  readonly lastUsedAt: string;
}

export interface AuditRow {
  readonly id: string;
  readonly at: string;
  readonly user: string;
  readonly tool: string;
  /** Id of the record that was written, where there is one. */
  readonly target: string;
  /** `ok`, or the code of the error. */
  readonly result: string;
}
