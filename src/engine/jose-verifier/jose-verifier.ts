import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from "jose";
import { findEndpoint } from "../find-endpoint.js";
import type { TokenVerifier, Verification } from "../token-verifier.js";

export interface VerifierOptions {
  readonly issuer: string;
  /** Address of the issuer's keys; empty means what its metadata says. */
  readonly jwks: string;
  readonly audiences: readonly string[];
}

/** Only signatures that the public key cannot make: none of the HS family, and not `none`. */
const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];
/** How far the clocks of two machines may differ. */
const toleranceSeconds = 60;
/** Minimum time between two requests for the issuer's keys, which an unknown key id triggers. */
const cooldownMs = 5000;
const timeoutMs = 5000;

/** Checks JSON Web Tokens by the keys that the issuer publishes. Nothing is fetched before the first token arrives. */
export function joseVerifier({ issuer, jwks, audiences }: VerifierOptions): TokenVerifier {
  let opening: Promise<JWTVerifyGetKey> | undefined;
  let failedAt = 0;
  const keys = () => {
    if (Date.now() - failedAt < cooldownMs) throw new Error("the issuer was asked a moment ago");
    opening ??= open().catch((error) => {
      opening = undefined;
      failedAt = Date.now();
      throw error;
    });
    return opening;
  };
  const open = async () => {
    const address = jwks === "" ? await findEndpoint(issuer, "jwks_uri", timeoutMs) : new URL(jwks);
    return createRemoteJWKSet(address, { cooldownDuration: cooldownMs, timeoutDuration: timeoutMs });
  };

  return {
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, await keys(), {
          issuer,
          audience: [...audiences],
          algorithms,
          clockTolerance: toleranceSeconds,
          requiredClaims: ["exp", "sub"],
        });
        return { kind: "valid", claims: payload };
      } catch (error) {
        return toVerification(error);
      }
    },
  };
}

function toVerification(error: unknown): Verification {
  if (error instanceof errors.JWTExpired) return invalid("it has expired");
  if (error instanceof errors.JWTClaimValidationFailed)
    return invalid(claimProblems[error.claim] ?? `its ${error.claim}`);
  if (error instanceof errors.JOSEAlgNotAllowed) return invalid("its algorithm is not accepted");
  if (error instanceof errors.JWKSNoMatchingKey) return invalid("the issuer has no such key");
  if (error instanceof errors.JWSSignatureVerificationFailed) return invalid("its signature is wrong");
  if (error instanceof errors.JWTInvalid || error instanceof errors.JWSInvalid) return invalid("it is malformed");
  // A generic error means that the issuer's response was not a key set.
  const isAboutToken =
    error instanceof errors.JOSEError &&
    !(error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid || error.code === "ERR_JOSE_GENERIC");
  if (isAboutToken) return invalid("it cannot be verified");
  return { kind: "unavailable", why: error instanceof Error ? error.message : String(error) };
}

const claimProblems: Readonly<Record<string, string>> = {
  aud: "it is meant for another audience",
  iss: "it comes from another issuer",
  nbf: "it is not valid yet",
  sub: "it names no subject",
  exp: "it has no end",
};

const invalid = (why: string): Verification => ({ kind: "invalid", why });
