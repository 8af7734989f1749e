import { wordList } from "../scan/word-list.js";

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
  sentrykey idempotency nextpagetoken continuationtoken passwordhash passwordfield keyrevision contenthash
`);

/** Words that end in the keyword, and names of identifiers. */
const wholeEndings =
  /(?:^|[^a-z])(?:pagetoken)$|(?:tur|mon|don|hoc|whis|joc)keys?$|(?:app|client|account|tenant|request|message|user|key|token|object|kms\w*)ids?$/;

export function isNonSecretName(name: string): boolean {
  return wholeEndings.test(name) || nonSecretNames.some((benign) => name.includes(benign));
}
