import { isDrawn } from "../heuristics/guess-bits.js";
import { isDummy, isDummyBase64, isPlaceholder } from "../heuristics/is-placeholder.js";
import { isPublicPem, isPublicValue } from "../heuristics/is-public-value.js";
import { readsLikeName } from "../heuristics/looks-random.js";
import type { Detector, Scan } from "../scan/scan.js";

const ahead = 4096;
const behind = 1024;

/** Every value under `data:` and `stringData:` of a manifest of kind Secret, in YAML or JSON. */
export const kubernetesSecret: Detector = {
  words: ["kind:", 'kind":', 'kind\\":'],
  detect(scan, start, end) {
    const { text } = scan;
    if (!/^[ \t]*\\{0,16}["']?secret(?![\w-])/i.test(text.slice(end, end + 40))) return;
    const from = documentStart(text, Math.max(start - behind, scan.reached("kubernetes-secret"), 0), start);
    const to = documentEnd(text, end);
    if (from >= to) return;
    scan.setReached("kubernetes-secret", to);
    scan.steps += to - from;
    reportData(scan, from, text.slice(from, to));
  },
};

function documentStart(text: string, from: number, kind: number): number {
  const part = text.slice(from, kind);
  const separator = Math.max(part.lastIndexOf("\n---"), part.lastIndexOf("\\n---"));
  return separator < 0 ? from : from + separator + 4;
}

function documentEnd(text: string, from: number): number {
  const separator = text.slice(from, from + ahead).search(/(?:\n|\\n)---|`|"""|'''/);
  return separator < 0 ? Math.min(text.length, from + ahead) : from + separator;
}

function reportData(scan: Scan, offset: number, manifest: string): void {
  reportYaml(scan, offset, linesOf(manifest));
  for (const block of manifest.matchAll(/\\{0,16}"(data|stringData)\\{0,16}":\s{0,8}\{([^{}]{0,2048})/gi)) {
    const [whole, name = "", entries = ""] = block;
    const from = offset + block.index + whole.length - entries.length;
    for (const entry of entries.matchAll(/([\w.-]{0,100})\\{0,16}":\s{0,8}\\{0,16}"([^"\\]{4,})/g)) {
      const value = entry[2] ?? "";
      if (isOpen(entry[1] ?? "", value)) continue;
      // What is not base64 under `data` is refused by the server.
      if (name.toLowerCase() === "data" && value.includes(" ")) continue;
      report(scan, from + entry.index + entry[0].length - value.length, value);
    }
  }
}

interface Line {
  readonly start: number;
  readonly text: string;
}

/** Lines, also those of a JSON string, whose breaks are written `\n`. */
function linesOf(manifest: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const lineBreak of manifest.matchAll(/\r?\n|(?:\\{1,16}r)?\\{1,16}n/g)) {
    lines.push({ start, text: manifest.slice(start, lineBreak.index) });
    start = lineBreak.index + lineBreak[0].length;
  }
  return [...lines, { start, text: manifest.slice(start) }];
}

/** The lines below `data:` that are indented deeper, values in the same line or as a block below the name. */
function reportYaml(scan: Scan, offset: number, lines: readonly Line[]): void {
  let indent = -1;
  let entryIndent = -1;
  let isCertificate = false;
  for (const { start, text } of lines) {
    const own = text.length - text.trimStart().length;
    if (text.trim() !== "" && own <= indent) indent = -1;
    // A certificate is public; its block ends with the next name or with another block.
    if (/^[ \t]*[\w.-]+:|-----(?:BEGIN|END)/.test(text)) isCertificate = false;
    if (/-----BEGIN CERTIFICATE/.test(text) || certificate.test(text)) isCertificate = true;
    if (isCertificate) continue;
    if (/^[ \t]*(?:data|stringData):[ \t]*$/i.test(text)) {
      indent = own;
      entryIndent = -1;
    } else if (indent >= 0) {
      if (entryIndent < 0) entryIndent = own;
      // A whole file, such as a kubeconfig, has settings of all kinds: there the names decide, which others read.
      if (own === entryIndent || !/^[ \t]*(?:- )?[\w.-]+:[ \t]/.test(text)) reportLine(scan, offset + start, text);
    }
  }
}

function reportLine(scan: Scan, start: number, line: string): void {
  const [, name = "", value] =
    /^[ \t]*(?:([\w.-]+):[ \t]*)?\\{0,16}["']?([^\s"'\\|>][^\s"'\\]{3,})\\{0,16}["']?[ \t]*$/.exec(line) ?? [];
  if (value !== undefined && !value.endsWith(":") && !isOpen(name, value))
    report(scan, start + line.lastIndexOf(value), value);
}

/** Entries that say where and as whom to log in, unless a machine drew the value. */
const isOpen = (name: string, value: string) => openNames.test(name) && !isDrawn(decoded(value), () => "");

const openNames =
  /(?:^|[-_.]|[a-z](?=[A-Z]))(?:user|(?:user|host)?name|ur[il]|address|host|server|endpoint|port|type|kind|projects?|namespaces?|database|db|email|region|bucket|issuer|model|version|mode)$/i;

/** The text behind base64, if it is one. */
function decoded(value: string): string {
  const text = /^[A-Za-z0-9+/]+={0,2}$/.test(value) ? Buffer.from(value, "base64").toString("latin1") : "";
  return /^[\x20-\x7e]+$/.test(text) ? text : value;
}

/** Base64 of `-----BEGIN CERTIFICATE`. */
const certificate = /(?:^|[\s"':])LS0tLS1CRUdJTiBDRVJUSUZJQ0FUR/;

function report(scan: Scan, start: number, value: string): void {
  if (isPlaceholder(value) || isDummy(value) || isDummyBase64(value) || isPublicPem(value)) return;
  if (isPublicValue(value)) return;
  // `sslmode: disable`
  if (/^[a-z]{4,10}$/.test(value) && readsLikeName(value, 0, value.length)) return;
  scan.report("kubernetes-secret-yaml", start, start + value.length);
}
