import { isDummy, isPlaceholder } from "../heuristics/is-placeholder.js";
import type { Site } from "../scan/assignment-site.js";
import type { Scan } from "../scan/scan.js";

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
  if (isMember(value) && !/[?&;]/.test(text[site.wordStart - 1] ?? "")) return;
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
