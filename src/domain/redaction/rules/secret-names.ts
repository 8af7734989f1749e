import { wordList } from "../scan/word-list.js";

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

const rows: readonly (readonly [words: readonly string[], name: SecretName])[] = [
  [wordList("password passwd passphrase passcode pwd passwort kennwort wachtwoord contrase"), { kind: "password" }],
  [["mot de passe", "密码", "ード", "ль"], { kind: "password" }],
  [wordList("pw senha psk salasana"), { kind: "password", isWhole: true }],
  [wordList("pass pin clave heslo parola"), { kind: "password", isWhole: true, isOrdinary: true }],
  [["secret"], { kind: "secret" }],
  [["token"], { kind: "token" }],
  [wordList("key credential creds auth access"), { kind: "key" }],
  [["api"], { kind: "api" }],
];

/** Words in names of secrets, whatever service they belong to. */
export const secretNames: ReadonlyMap<string, SecretName> = new Map(
  rows.flatMap(([words, name]) => words.map((word) => [word, name] as const)),
);

/** Keywords that are a part of a word: automata with fewer different characters are smaller. */
const wholeWords: Readonly<Record<string, { readonly before?: RegExp; readonly after?: RegExp }>> = {
  ード: { before: /パスワ$/ },
  ль: { before: /паро$/i },
  contrase: { after: /^(?:ñ|n\u0303?)as?/i },
};

/** Where the word ends that a keyword is a part of; -1 if it is a part of another. */
export function keywordEnd(text: string, keyword: string, start: number, end: number): number {
  const { before, after } = wholeWords[keyword] ?? {};
  if (before && !before.test(text.slice(Math.max(0, start - 4), start))) return -1;
  const rest = after ? after.exec(text.slice(end, end + 4)) : undefined;
  return rest === null ? -1 : end + (rest?.[0].length ?? 0);
}

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

/** Names that contain a secret-like word but never hold a secret, compared without case and separators. */
const nonSecretNames = wordList(`
  accessibility accessor accessid accesslevel accesstype randomaccess accesstime accesscount apiid apiname
  apiversion apiurl apihost apibase apiendpoint apigroup apipath rapid capital apiref author authenticator
  authenticationresults exchangeorganizationauth authtype authurl authmethod authmode credentialid credentialsid
  withcredentials credentialtype bucketkey foreignkey hotkey idxkey naturalkey primarykey pubkey publickey gpgkey pgpkey
  schemakey sequencekey cachekey sortkey partitionkey rowkey mapkey lookupkey indexkey groupkey translationkey
  messagekey i18nkey objectkey querykey shortcutkey routekey dedupekey keying keyed keyof keyalias keyboard keycode keyframe keyid keylength keymesh keyname keypair
  keypress keyring keyselector keysignature keysize keystone keystoretype keyword keyup keydown keyleft keyright
  keytype keyhash keyprefix keypath keypattern keyfield keyspace keyvaultid keyvaultname keyevent keyusage
  keyvaulttostoresecrets keystorefile keystorepath keytabfile keytabpath issuerkeyhash keyfile keyfingerprint
  secretlength secretname secretsize usersecretsid secretref secretid secretarn secretkeyref secretversion
  receivekeys recvkeys traceparent csrftoken csrfmiddlewaretoken jsonwebtoken tokenendpoint tokenurl tokenuri apiuri credentialsurl credentialsuri publictoken
  tokenfile tokentype tokenizer tokencount tokenkind tokenid tokenname nexttoken progresstoken cancellationtoken canceltoken synctoken cursortoken
  skiptoken stylesheettoken paginationtoken redirtoken resumetoken authenticitytoken clientrequesttoken changekey
  sentrykey secwebsocketkey didkey idempotency nextpagetoken continuationtoken passwordhash passwordfield keyrevision contenthash
`);

/** Words that end in the keyword, and names of identifiers. */
const wholeEndings =
  /(?:^|[^a-z])(?:pagetoken)$|(?:tur|mon|don|hoc|whis|joc)keys?$|(?:app|client|account|tenant|request|message|user|key|token|object|kms\w*)ids?$/;

export function isNonSecretName(name: string): boolean {
  return wholeEndings.test(name) || nonSecretNames.some((benign) => name.includes(benign));
}
