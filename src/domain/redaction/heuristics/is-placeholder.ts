import { alnumBit, isIn } from "../scan/alphabets.js";
import { wordList } from "../scan/word-list.js";
import { isDrawn } from "./guess-bits.js";
import { isNamedDummy, isPlainNumber } from "./is-named-dummy.js";
import { hasUsualPairs, readsLikeName, readsLikeWords } from "./looks-random.js";

/** Words that people write instead of a secret. */
const placeholderWords = wordList(`
  example changeme change_me change-me changeit placeholder dummy redacted your_ your- yourp yours yourt
  yoursecret yourtoken yourkey insert replace sample foobar todo undefined my_secret mysecret
  my-secret my_token my-token 123e4567-e89b-12d3-a456 a0eebc99-9c0b-4ef8-bb6d fake_ fake- -fake _fake not-a-real not_a_real
`);

/** Values that are not secrets: defaults, types, and names of secrets. */
const placeholderValues = new Set(
  wordList(`
  password passwd passwort pass pwd secret secrets token apikey api_key null none nil true false string boolean
  number object text bytes uint8array arraybuffer bytearray nonnull utf8 base64 base64url base58 base32 sha256 sha512 md5 hmac test testing user username root admin guest postgres mysql mongo redis default required
  optional hidden empty unset unknown value key credentials foo bar baz hunter2 supersecret topsecret
`),
);

/** In longer values chance writes three crosses too. */
const maxCrossedOut = 64;

/** Whether a value is a reference to a secret stored elsewhere, or plainly a placeholder. */
export function isPlaceholder(value: string): boolean {
  if (isReference(value) || isPattern(value)) return true;
  const lower = value.slice(0, 256).toLowerCase();
  if (placeholderValues.has(lower.replace(/[!?.:]+$/, "")) || isSequence(lower) || isMostlyRuns(lower)) return true;
  if (hasReference(value) || isHollowToken(value) || /\.\.$/.test(value)) return true;
  return hasPlaceholderWord(value, lower) || isOneCharacter(lower);
}

/** What is left without the word must not be drawn by a machine, except in the keys of Amazon's documentation. */
function hasPlaceholderWord(value: string, lower: string): boolean {
  if (/\*\*\*|\.\.\.\.|EXAMPLE(?:KEY)?$/.test(value)) return true;
  const isCrossedOut = value.length <= maxCrossedOut && lower.includes("xxx");
  const word = isCrossedOut ? /x{3,}/i : placeholderWords.find((one) => lower.includes(one));
  return word !== undefined && !isDrawn(lower.replace(word, "").replace(/%[\da-f]{2}|[^a-z0-9]/g, ""), () => "");
}

/** `${NAME}`, `${call()}`, `#{name}` or `{{ name }}` anywhere in the value. */
const hasReference = (value: string) => /[$#]\{[^{}]{1,120}\}|\{\{[^{}]{1,120}\}\}/.test(value);

/** `([a-z0-9]{32})`: a regular expression. */
const isPattern = (value: string) => /\[\^?(?:a-|A-Z|0-9|\\w|\^?")|\(\?[:=!<]|\\[dws][+*{]/.test(value);

/** A longer one is as likely a key that someone typed, unless letters and digits take turns. */
const maxSequence = 24;
const maxAlternating = 64;

/** `a1b2c3d4e5f6`, `0123456789abcdef`, `abcd1234`, `aabbccdd`: letters and digits each count up. */
function isSequence(value: string): boolean {
  const max = /^(?:[a-z]\d)+$/.test(value) ? maxAlternating : maxSequence;
  if (value.length < 6 || value.length > max || /[^a-z0-9./_=-]/.test(value)) return false;
  const single = /^(?:(.)\1)+$/.test(value) ? value.replace(/(.)\1/g, "$1") : value;
  const parts = [single.replace(/[^a-z]/g, ""), single.replace(/[^0-9]/g, "")].filter((part) => part.length > 1);
  return parts.length > 0 && parts.every(countsUp);
}

const minRun = 4;
/** A longer value is as likely a key that someone typed, unless nearly all of it counts up, as alphabets do. */
const maxRunsLength = 36;
const minRunsShare = 0.5;
const minLongRunsShare = 0.8;

/** `12345678-1234-1234`, `key-abcdefghijklmnop`: half of the letters and digits are the next of the one before. */
function isMostlyRuns(value: string): boolean {
  let inRuns = 0;
  let total = 0;
  let run = 1;
  for (let i = 0; i < value.length; i++) {
    if (isIn(value.charCodeAt(i), alnumBit)) total++;
    run = i > 0 && value.charCodeAt(i) === value.charCodeAt(i - 1) + 1 ? run + 1 : 1;
    if (run === minRun) inRuns += minRun;
    else if (run > minRun) inRuns++;
  }
  return total >= 8 && inRuns >= total * (value.length > maxRunsLength ? minLongRunsShare : minRunsShare);
}

/** `eyJhbGciOiJIUzI1NiJ9.payload.signature`: the header of a web token, and words or nothing behind it. */
function isHollowToken(value: string): boolean {
  if (!value.startsWith("eyJ")) return false;
  const [header = "", ...rest] = value.split(".");
  if (rest.length > 0 && rest.every(isNamedDummy)) return true;
  if (!/^\{"(?:alg|typ)":.*\}$/.test(Buffer.from(header, "base64url").toString("latin1"))) return false;
  return rest.every(
    (part) => /^[a-z_-]{0,32}$/i.test(part) && (hasUsualPairs(part) || readsLikeName(part, 0, part.length)),
  );
}

/** Nearly every character is the next, or begins again. */
function countsUp(part: string): boolean {
  let steps = 0;
  for (let i = 1; i < part.length; i++) {
    const step = part.charCodeAt(i) - part.charCodeAt(i - 1);
    if (step === 1 || (step < 0 && "a01".includes(part[i] ?? ""))) steps++;
  }
  return steps >= (part.length - 1) * 0.9;
}

/** Words that tests and examples make their passwords of. */
const dummyWords =
  /^(?:my|the|test|tests|testing|tester|pass|passwd|passwort|password|pwd|pw|secret|secrets|token|key|keys|api|login|admin|user|users|demo|foo|bar|baz|qux|fake|mock|stub|dummy|example|sample|super|top|new|old|current|wrong|invalid|valid|bad|good|correct|incorrect|some|any|other|another|abc|abcd|xyz|qwerty|letmein|hunter|default|first|second|hello|world|client|server|db|database|root|guest|secure|strong|weak|plain|text|string|value|data|name|random|auth|access|private|public|refresh|session|bearer|hash|short|long|very|not|real|really|your|our|this|that|is|it|for|with|bot|host|app|proxy|web|dev|local|basic|encrypted|postgres|mysql|redis|mongo|rabbit|github|gitlab|google|slack|expired|temp|tmp|missing|unknown|updated|changed|original|initial|simple|shared|known|used|unused|alice|bob|john|jane|doe|scott|tiger|sekrit|krit|secured|word|words|diff|jwt|existing|single|cert|certs|personal|deploy|bitbucket|special|slashes|chars|here|obscured|extra)+$/;

/** Whether a value is one of the passwords that tests and documentation use: `secret123`, `test-token`, `Password1!`. */
export function isDummy(value: string): boolean {
  const lower = value
    .slice(0, 64)
    .toLowerCase()
    .replace(/%(?:25)?[0-9a-f]{2}/g, "-");
  if (famousDummies.test(lower)) return true;
  if (/^(?:0?1234567?8?9?0?|(\d{1,3})\1+|9876543?2?1?|q1w2e3\w{0,6})$/.test(lower) || "1234567890".startsWith(lower))
    return true;
  if (isNamedDummy(value)) return true;
  const plain = decodeLeet(lower);
  return isMadeOfDummyWords(lower) || (!/\d[a-z]/.test(plain) && isMadeOfDummyWords(plain));
}

/** The same without look-alike digits and with a plain number at most: in an address, `pl4inText9` may be in use. */
export function isPlainDummy(value: string): boolean {
  const lower = value
    .slice(0, 64)
    .toLowerCase()
    .replace(/%(?:25)*[0-9a-f]{2}/g, "-");
  const plain = lower.replace(/[-_]?(?:\d|12|123|1234|12345|123456)$/, "");
  if (famousDummies.test(lower) || "1234567890".startsWith(lower)) return true;
  return !/\d/.test(plain) && (isMadeOfDummyWords(plain) || isNamedDummy(plain));
}

/** Those that everyone writes with look-alike digits. */
const famousDummies =
  /^(?:(?:ghp_)?s[e3]cr[e3]t|p[@4a-]ss[^a-z0-9]?(?:w[o0]rd)?|pa(?:55|ss|\$\$)w[o0]rd)[^a-z0-9]?(?:1|12|123)?[^a-z0-9]?$/;

/** Digits and signs that look like letters. */
const leet: Readonly<Record<string, string>> = { "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "@": "a", $: "s" };

/** `s3cr3t` as `secret`. */
const decodeLeet = (value: string): string => value.replace(/[01345@$]/g, (sign) => leet[sign] ?? sign);

/** Base64 of `foo:bar` and of other logins that tests use. */
export function isDummyLogin(base64: string): boolean {
  if (base64.length > 60) return false;
  const login = Buffer.from(base64, "base64").toString("latin1").trim();
  const [, user = "", password] = /^([\x20-\x39\x3b-\x7e]+):([\x20-\x7e]+)$/.exec(login) ?? [];
  if (password === undefined) return false;
  if (isShortWord(user) && isShortWord(password)) return true;
  return isDummy(password) || isPlaceholder(password) || isNamedAfterUser(user.toLowerCase(), password.toLowerCase());
}

const isShortWord = (word: string) =>
  /^[a-z]{3,8}$/.test(word) && (word.length < 5 || readsLikeWords(word, 0, word.length));

/** `netrc_user:netrc_pass`, `admin:admin`, and the login of RFC 7617. */
export function isNamedAfterUser(user: string, password: string): boolean {
  if (user === "aladdin") return /^open ?sesame$/.test(password);
  return user.replace(/user(?:name)?|login/, "") === password.replace(/password|passwd|pass|pwd|pw|secret/, "");
}

/** Base64 of a few bytes, or of words that tests use. */
export function isDummyBase64(base64: string): boolean {
  if (base64.length > 60 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return false;
  const decoded = Buffer.from(base64, "base64").toString("latin1").trim();
  return decoded.length < 4 || (/^[\x20-\x7e\s]+$/.test(decoded) && (isDummy(decoded) || isPlaceholder(decoded)));
}

/** Words with separators or a number between that says nothing, and signs at the ends. */
function isMadeOfDummyWords(lower: string): boolean {
  const numbers = lower.match(/\d+/g) ?? [];
  if (
    numbers.join("").length > 6 ||
    !numbers.every((number) => isPlainNumber(number) || /^(?:19|20)\d\d$/.test(number))
  )
    return false;
  const words = lower.replace(/^[^a-z]+|[^a-z]+$/g, "").replace(/[-_.+ \d]/g, "");
  return words !== "" && dummyWords.test(words);
}

/** References to a value that is stored elsewhere. What merely begins with the same sign, such as `$3cret!`, is not one. */
const references: readonly RegExp[] = [
  /^#?[<{[]/,
  /^\$(?:[({[]|env:|\d$|[A-Z_][A-Z0-9_]*$|[A-Za-z_]+$|\w+(?:->|\[|\.))/,
  /^%(?:[A-Za-z_]\w*%|[-+#0 \d]*[a-zA-Z]$|\()/,
  /^@[A-Za-z_]+@?$/,
  /^![A-Za-z]+$/,
  // `sk-ant-`: the beginning that tokens of a service share.
  /^[a-z]{2,8}(?:[-_][a-z0-9]{2,6}){0,3}[-_]$/,
  /^(?:process\.|os\.|env[.:(]|ENV\[|System\.|config\.|self\.|this\.|secrets?[.:]|vault:|file:|ref\+|op:\/\/)/,
];

function isReference(value: string): boolean {
  return references.some((reference) => reference.test(value));
}

/** Also `12.aaa-bbb-ccc`, where each part is. */
function isOneCharacter(value: string): boolean {
  if (/^(?:\d{1,4}[-_.])?([a-z])\1\1+(?:[-_.]([a-z])\2\2+)*$/.test(value)) return true;
  for (let i = 1; i < value.length; i++) if (value.charCodeAt(i) !== value.charCodeAt(0)) return false;
  return true;
}
