import { AppError } from "../../base/errors.js";
import { type ClaimSettings, principalOfClaims } from "../../domain/access/claims.js";
import type { Principal } from "../../domain/access/principal.js";
import { type Tokens, tokenPrefix } from "../../domain/access/tokens.js";
import type { TokenVerifier } from "../../engine/token-verifier.js";

export type Authentication =
  | { readonly kind: "known"; readonly principal: Principal }
  /** `error` as in RFC 6750; none if the request has no token. */
  | { readonly kind: "refused"; readonly error?: "invalid_token" | "insufficient_scope"; readonly why: string };

interface Deps {
  readonly tokens: Pick<Tokens, "principalOf">;
  /** Absent when no authorization server is trusted. */
  readonly verifier: TokenVerifier | undefined;
  readonly settings: ClaimSettings;
}

/** Longer than any token of an authorization server. */
const maxChars = 16_384;

/** The principal of an Authorization header. Throws only when that cannot be determined at the moment. */
export function createAuthenticate({ tokens, verifier, settings }: Deps) {
  const byToken = async (secret: string): Promise<Authentication> => {
    const owner = await tokens.principalOf(secret);
    return "refused" in owner ? invalid(owner.refused) : { kind: "known", principal: owner };
  };

  const byClaims = async (token: string): Promise<Authentication> => {
    if (!verifier) return invalid("this service takes personal access tokens only");
    const verified = await verifier.verify(token);
    if (verified.kind === "invalid") return invalid(verified.why);
    if (verified.kind === "unavailable") throw noKeys(verified.why);
    const owner = principalOfClaims(verified.claims, settings);
    if (!("refused" in owner)) return { kind: "known", principal: owner };
    return { kind: "refused", error: owner.lacksScope ? "insufficient_scope" : "invalid_token", why: owner.refused };
  };

  return async (header: string | undefined): Promise<Authentication> => {
    const [, token] = /^Bearer +(\S+) *$/i.exec(header ?? "") ?? [];
    if (token === undefined) return { kind: "refused", why: "missing bearer token" };
    if (token.length > maxChars) return invalid("it is too long");
    return token.startsWith(tokenPrefix) ? byToken(token) : byClaims(token);
  };
}

const invalid = (why: string): Authentication => ({ kind: "refused", error: "invalid_token", why });

/** The cause is for the log: it may contain internal addresses. */
const noKeys = (why: string) =>
  new AppError("unavailable", "The authorization server's keys are unavailable.", {
    hint: "Try again in a few seconds.",
    cause: new Error(why),
  });
