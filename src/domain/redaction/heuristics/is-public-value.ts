/** The fixed beginnings of public keys in DER and in SSH's own form. */
const publicKey = /^(?:MFkwEwYH|MHYwEAYH|MII[BC]IjAN|MIGfMA0G|MCowBQYD|AAAA[BCE][23][NV])/;

/** NATS marks the kind of a key by its first letter; the seed, which is secret, begins with S. */
const natsPublicKey = /^[ACNOUX][A-Z2-7]{55}$/;

/** `sha256:…` and `sha512-…`: the digest of something. */
const digest = /^(?:hmac-)?(?:sha|md)\d{1,3}[:-]/i;

/** `files/abc123.zip` and `say_hello-8dfe6dff`: where something is stored, and a task with the hash of its inputs. */
const storageKey =
  /^[\w.-]+(?:\/[\w.-]+)+\.[a-z]{2,4}$|^[a-z]+(?:_[a-z]+)*-[\da-f]{8}$|^[\w-]{1,40}\.(?:png|jpe?g|gif|svg|pdf|csv|json|ya?ml|txt|zip|pem|crt|key)$/;

/** `@scope/name@1.2.3`, `node@runtime:22.11.0`: a package and its version. */
const packageVersion =
  /^(?:npm:)?(?:@[\w.-]+\/)?[\w.-]+@(?:[\^~]?\d+\.\d+|(?:file|runtime|workspace|link|npm|git[\w-]*)[:#])|^@?[\w.-]+\/[\w.-]+@\d+$/;

/** `fs.s3a.s3guard.table`: the name of a setting. */
const settingName = /^[a-z][a-z0-9]{0,15}(?:\.[a-z][a-z0-9_-]{0,20}){2,}$/;

/** `-name=value`: an option of a command in a list of its arguments. */
const option = /^--?[a-z][\w-]*=/;

/** `^1.2.3`, `npm:13.0.0-next-8.7`, `15.0.0-canary.7f224ddd4.0`: a version, as lock files repeat it. */
const version = /^(?:[a-z]{1,10}:)?[\^~<>=v]{0,2}\d{1,5}\.\d{1,6}\.\d{1,8}(?:[-+.][\w.+-]{1,60})?$/;

/** A point in time, alone or behind a number. */
const timestamp = /^(?:\d+:)?\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Where something is: an address without a login or a long part in its path, or a host of a public domain. */
const address =
  /^\d{2,5}\/[\w/.-]*$|^[a-z]+:\/\/[\w.-]+(?::\d+)?(?:\/[\w.-]{0,15})*$|^(?:[a-z0-9-]+\.){2,}(?:com|net|org|io|dev|cloud|local|internal)(?::\d+)?$/;

/** `PBKDF2WithHmacSHA512`, `AES/GCM/NoPadding`: the name of an algorithm. */
const algorithm = /^(?:PBKDF2|AES|DES|RSA|EC|ECDSA|Hmac|HMAC|SHA|MD5|Argon2|scrypt|bcrypt)[\w/-]{0,30}$/;

/** A number of a program, as in tables of constants. */
const constant = /^-?(?:0x[\da-f_]{1,20}[ul]{0,3}|\d[\d_]*(?:[iu](?:8|16|32|64|128|size)|[ul]{1,3}))$/i;

const isConstant = (value: string) =>
  constant.test(value) || (algorithm.test(value) && /SHA|Hmac|CBC|GCM|ECB|With|PBKDF2/.test(value));

/** Whether a value that looks random is meant to be known, or was typed with one key held down. */
export function isPublicValue(value: string): boolean {
  if (publicKey.test(value) || natsPublicKey.test(value) || digest.test(value) || isConstant(value)) return true;
  if (storageKey.test(value) || packageVersion.test(value) || timestamp.test(value) || address.test(value)) return true;
  if (version.test(value)) return true;
  if (option.test(value) || settingName.test(value)) return true;
  return /(.)\1{7}/.test(value) || isPublicPem(value);
}

/** Base64 of `-----BEGIN `. */
const encodedPem = /^LS0tLS1CRUdJTi/;
const emptyPem = /^-----BEGIN [A-Z ]+-----\s*(?:-----END [A-Z ]+-----\s*)?$/;

const publicPem = /^-----BEGIN (?:CERTIFICATE|TRUSTED CERTIFICATE|PUBLIC KEY|RSA PUBLIC KEY)/;

/** Whether a value is base64 of a certificate, or of the lines around a key without one between. */
export function isPublicPem(base64: string): boolean {
  if (!encodedPem.test(base64)) return false;
  const pem = Buffer.from(base64, "base64").toString("latin1");
  if (base64.endsWith("...") || emptyPem.test(pem)) return true;
  return publicPem.test(pem) && !pem.includes("PRIVATE KEY");
}
