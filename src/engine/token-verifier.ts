/** What an authorization server says about the bearer of a token. */
export type Claims = Readonly<Record<string, unknown>>;

export type Verification =
  | { readonly kind: "valid"; readonly claims: Claims }
  | { readonly kind: "invalid"; readonly why: string }
  /** The issuer's keys could not be had: nothing is known about the token. */
  | { readonly kind: "unavailable"; readonly why: string };

/** Checks access tokens: signature, issuer, audience and time. */
export interface TokenVerifier {
  verify(token: string): Promise<Verification>;
}
