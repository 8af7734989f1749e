import { isDummy, isPlaceholder } from "../heuristics/is-placeholder.js";
import type { Site } from "../scan/assignment-site.js";
import type { Detector, Scan } from "../scan/scan.js";

const maxLength = 256;
const contextLength = 120;

/** Other settings of connection strings: one of them in the same line shows that this is one. */
const companions =
  /\b(?:server|host|hostname|data source|user id|userid|user|username|uid|database|dbname|initial catalog|accountname|endpoint|port|driver|sharedaccesskeyname|integrated security|sslmode|ssl|encrypt)\s?=/i;

/** `Password=…;` among `Server=…;User Id=…`, `password=…` in a libpq string or behind `?` of a JDBC address. */
export function readConnectionString(scan: Scan, site: Site): void {
  const { text } = scan;
  if (text[site.nameEnd] !== "=" || site.valueStart !== site.nameEnd + 1) return;
  if (!";&? \"'".includes(text[site.wordStart - 1] ?? " ") || site.nameEnd > site.wordEnd + 1) return;
  const value = text.slice(site.valueStart, settingEnd(text, site.valueStart)).replace(/[),:]+$/, "");
  const end = site.valueStart + value.length;
  scan.steps += value.length;
  if (value.length < 3 || isPlaceholder(value) || isDummy(value) || /[({[]/.test(value)) return;
  // `password=connection.password` of a call.
  if (isMember(value)) return;
  scan.steps += 2 * contextLength;
  const before = text.slice(Math.max(0, site.wordStart - contextLength), site.wordStart);
  const after = text.slice(end, end + contextLength);
  if (!companions.test(lastLine(before)) && !companions.test(firstLine(after))) return;
  if (isUserToo(`${lastLine(before)}${firstLine(after)}`, value)) return;
  scan.report("connection-string", site.valueStart, end);
}

const isMember = (value: string) => /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/.test(value);

/** The user's name as the password: an example. */
const isUserToo = (line: string, password: string) =>
  [...line.matchAll(/\b(?:user|username|uid|user id)=([^;&\s"']+)/gi)].some(([, user]) => user === password);

/** Blanks, quotation marks, `;`, `&`, backslashes and, in documentation, a tag end it. */
function settingEnd(text: string, from: number): number {
  const setting = text.slice(from, from + maxLength);
  const length = setting.search(/[\0- ;&"'\x60\\]|<\//);
  return from + (length < 0 ? setting.length : length);
}

const lastLine = (text: string) => text.slice(text.lastIndexOf("\n") + 1);
const firstLine = (text: string) => text.split("\n", 1)[0] ?? "";

/** Keys of Azure's connection strings and the signature of its shared links. */
export const azureKey: Detector = {
  words: ["accountkey=", "sharedaccesskey=", "sharedsecretvalue="],
  detect(scan, _start, end) {
    const to = settingEnd(scan.text, end);
    scan.steps += to - end;
    const value = scan.text.slice(end, to);
    if (/^[A-Za-z0-9+/%]{32,}={0,2}$/.test(value)) scan.report("azure-connection-string", end, to);
  },
};

export const signedLink: Detector = {
  words: ["sig=", "x-amz-signature=", "x-goog-signature=", "x-amz-security-token="],
  detect(scan, start, end) {
    if (!/[?&;"'\s]/.test(scan.text[start - 1] ?? " ")) return;
    const to = settingEnd(scan.text, end);
    scan.steps += to - end;
    const value = scan.text.slice(end, to);
    // Other services sign the addresses of public media; those of Azure say what they permit.
    const isBare = scan.text[end - 4]?.toLowerCase() === "s" && scan.text[end - 5] !== "-";
    if (isBare && !/[?&;](?:sv|se|sp|sr|st|si)=/.test(addressAround(scan.text, start, to))) return;
    if (/^[A-Za-z0-9+/%_-]{40,}={0,2}$/.test(value) && /\d/.test(value) && !isPlaceholder(value))
      scan.report("signed-link", end, to);
  },
};

const maxAddress = 512;

function addressAround(text: string, start: number, end: number): string {
  const before = /[^\s"'`]*$/.exec(text.slice(Math.max(0, start - maxAddress), start))?.[0] ?? "";
  const after = /^[^\s"'`]*/.exec(text.slice(end, end + maxAddress))?.[0] ?? "";
  return `${before}${after}`;
}

/** `user:password@tcp(host:3306)/db`, as Go's MySQL driver writes it. */
export const goDataSource: Detector = {
  words: ["@tcp(", "@unix("],
  detect(scan, start) {
    const { text } = scan;
    let from = start;
    while (from > Math.max(0, start - 128) && !endsSource(text.charCodeAt(from - 1))) from--;
    scan.steps += start - from;
    const colon = text.indexOf(":", from);
    if (colon < 0 || colon >= start || start - colon < 4 || isPlaceholder(text.slice(colon + 1, start))) return;
    scan.report("database-url", colon + 1, start);
  },
};

const endsSource = (code: number) => code <= 32 || code === 34 || code === 39 || code === 61 || code === 96;

/** `IDENTIFIED BY '…'` and `PASSWORD '…'` of SQL, `jdbc:oracle:thin:user/password@`. */
export const sqlPassword: Detector = {
  words: ["identified by '", "password '", "jdbc:oracle:thin:"],
  detect(scan, start, end) {
    const { text } = scan;
    const oracle = text[end - 1] === ":";
    const from = oracle ? text.indexOf("/", end) + 1 : end;
    if (from <= 0 || from > end + 64) return;
    const to = text.slice(from, from + maxLength).search(oracle ? /[@\s]/ : /['\n]/);
    scan.steps += Math.max(0, to) + 64;
    const value = text.slice(from, from + to);
    if (
      to < 3 ||
      isPlaceholder(value) ||
      isDummy(value) ||
      /\s/.test(value) ||
      isMember(value) ||
      (oracle && text[from + to] !== "@")
    )
      return;
    const before = text.slice(Math.max(0, start - 100), start);
    // The name of the role is its password too: an example.
    if (!oracle && (!isSql(before) || before.includes(` ${value} `))) return;
    scan.report("database-password", from, from + to);
  },
};

function isSql(before: string): boolean {
  return /\b(?:user|role|login|alter|create|grant|with|for)\b/i.test(before);
}
