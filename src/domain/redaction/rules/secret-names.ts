import words from "../../../../data/secret-words.json" with { type: "json" };

/**
 * What a name says about its value, and with that how short and how plain a secret may be:
 * - `password`: people choose it, so that short and simple values count
 * - `secret`, `token`: named as one
 * - `key`: a secret only together with another word, since `api_key` is one and the key of a map is not
 * - `api`: the key of an interface, or the interface itself
 */
export type NameKind = "password" | "secret" | "token" | "key" | "api";

export interface SecretName {
  readonly kind: NameKind;
  /** Must be a word of its own, or the last part of a name: `pass` is not in `bypass`. */
  readonly isWhole?: boolean;
  /** Also an ordinary word, so that a blank between it and a value says nothing: "pass v2 to the next step". */
  readonly isOrdinary?: boolean;
}

/** Words in names of secrets, whatever service they belong to, in small letters without marks. */
export const secretNames: ReadonlyMap<string, SecretName> = new Map(
  (words.names as readonly (SecretName & { words: readonly string[] })[]).flatMap((name) =>
    name.words.map((word) => [word, name] as const),
  ),
);

/** Words that say of a value that it is a password, whatever else is said. */
export const passwordWords: readonly string[] = [...secretNames]
  .filter(([, { kind, isOrdinary }]) => kind === "password" && !isOrdinary)
  .map(([word]) => word);

const plainOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");

/** Whether a name says of every value that it is a secret. */
export const isSecretName = (name: string): boolean =>
  /(?:password|passwd|passphrase|pwd|secret|(?:api|secret|access|private)key|(?:access|refresh|auth|session|bearer)token|authorization|connectionstring)\d?$/.test(
    plainOf(name),
  );

/** Whether a name says so of a value that does not look like something else. */
export const mayNameSecret = (name: string): boolean =>
  (isSecretName(name) || /(?:_pass|token|credentials?)\d?$/i.test(name)) && !isNonSecretName(plainOf(name));

const keysOfLocks =
  /(?:api|secret|access|private|auth|encryption|signing|license|master|shared|storage|account|service|app|application|client|subscription|webhook|jwt|crypto)keys?\d?$|credentials?$|creds$/;

/** Whether a name says that its key opens something. */
export const isKeyOfLock = (name: string): boolean => keysOfLocks.test(name);

/** Words that end in the keyword, and names of identifiers. */
const wholeEndings =
  /(?:^|[^a-z])(?:pagetoken)$|(?:tur|mon|don|hoc|whis|joc)keys?$|(?:app|client|account|tenant|request|message|user|key|token|object|kms\w*)ids?$/;

/** Names that contain a secret-like word but never hold a secret, in small letters without separators. */
export function isNonSecretName(name: string): boolean {
  return wholeEndings.test(name) || words.nonSecretNames.some((benign) => name.includes(benign));
}
