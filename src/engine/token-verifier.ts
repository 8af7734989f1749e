/** The claims of an access token. */
export type Claims = Readonly<Record<string, unknown>>;

export type Verification =
  | { readonly kind: "valid"; readonly claims: Claims }
  | { readonly kind: "invalid"; readonly why: string }
  /** The issuer's keys could not be fetched, so the token cannot be checked. */
  | { readonly kind: "unavailable"; readonly why: string };

/** Checks access tokens: signature, issuer, audience and time. */
export interface TokenVerifier {
  verify(token: string): Promise<Verification>;
}
