import { classifyValue } from "../heuristics/classify-value.js";
import { isNonSecretName } from "../heuristics/non-secret-names.js";
import { beginsLine } from "../scan/literal-end.js";
import type { Detector, Scan } from "../scan/scan.js";

const lookBehind = 160;
const secretName =
  /(?:passw(?:or)?d|passphrase|_pass|pwd|secret|token|api_?key|access_?key|private_?key|credentials?)\d?$/i;

const isSecretName = (name: string) =>
  secretName.test(name) && !isNonSecretName(name.toLowerCase().replace(/[^a-z0-9]/g, ""));

/** `name: DB_PASSWORD` and in the next line, or the next field, `value: …`: variables of containers and pipelines. */
export const pairedValue: Detector = {
  words: ["value:", 'value":', 'value\\":', "value=", "value ="],
  detect(scan, start, end) {
    const { text } = scan;
    const before = text.slice(Math.max(0, start - lookBehind), start);
    scan.steps += 16;
    const name =
      /(?:name|key|Name|Key)\\{0,3}["']?\s{0,4}[:=]\s{0,4}\\{0,3}["']?([\w.-]{3,64})\\{0,3}["']?\s{0,4},?\s{0,40}(?:\\[nrt]|\\{0,3}["'{}\s-]){0,24}$/.exec(
        before,
      )?.[1];
    if (name !== undefined && isSecretName(name)) reportValue(scan, end);
  },
};

/** `variable "db_password" { … default = "…" }` of Terraform. */
export const variableDefault: Detector = {
  words: ["default ", "default="],
  detect(scan, start, end) {
    const { text } = scan;
    const before = text.slice(Math.max(0, start - lookBehind), start);
    scan.steps += 16;
    const name = /variable\s{1,4}"([\w-]{3,64})"\s{0,4}\{[^{}]{0,120}$/.exec(before)?.[1];
    if (name !== undefined && isSecretName(name)) reportValue(scan, end);
  },
};

/** `ENV DB_PASSWORD …` of a Dockerfile, with a blank where others write an equals sign. */
export const dockerVariable: Detector = {
  words: ["env "],
  detect(scan, start, end) {
    const { text } = scan;
    if (!text.startsWith("ENV", start) || !beginsLine(text, start)) return;
    const name = /^\s{0,4}([A-Z0-9_]{3,64})\s{1,4}/.exec(text.slice(end, end + 72));
    scan.steps += 16;
    if (name && isSecretName(name[1] ?? "")) reportValue(scan, end + name[0].length);
  },
};

/** `host:port:database:user:password` of `.pgpass`. */
export const pgpassLine: Detector = {
  words: [":5432:", ":5433:", ":6432:", ":*:"],
  detect(scan, start, end) {
    const { text } = scan;
    const host = /(?:^|\n|\\n|["'])([\w.*-]{1,100})$/.exec(text.slice(Math.max(0, start - 104), start));
    const rest = /^(?:\*|[\w.-]{1,64}):(?:\*|[\w.@-]{1,64}):/.exec(text.slice(end, end + 132));
    scan.steps += 64;
    if (host && rest) reportValue(scan, end + rest[0].length);
  },
};

function reportValue(scan: Scan, from: number): void {
  const opening = /^\s{0,4}=?\s{0,4}\\{0,3}["']?/.exec(scan.text.slice(from, from + 16))?.[0].length ?? 0;
  const start = from + opening;
  const value = /^[^\s"'`\\]{4,256}/.exec(scan.text.slice(start, start + 256))?.[0].replace(/[,;]+$/, "") ?? "";
  scan.steps += value.length;
  if (value.length >= 6 && classifyValue(value) !== "none") scan.report("paired-value", start, start + value.length);
}

/** The private members of a JSON Web Key (RFC 7517), wherever `kty` is among them. */
export const jsonWebKey: Detector = {
  words: ['"kty', '\\"kty', "'kty"],
  detect(scan, start, end) {
    const { text } = scan;
    const from = Math.max(scan.reached("jwk"), start - 2048, text.lastIndexOf("{", start));
    const to = Math.min(text.length, end + 4096);
    const stop = text.slice(end, to).indexOf("}");
    const last = stop < 0 ? to : end + stop;
    if (from >= last) return;
    scan.setReached("jwk", last);
    scan.steps += last - from;
    for (const member of text
      .slice(from, last)
      .matchAll(/["'](?:d|p|q|dp|dq|qi|k)\\{0,3}["']\s{0,4}:\s{0,4}\\{0,3}["']([\w-]{16,1400})/g)) {
      const at = from + member.index + member[0].length - (member[1] ?? "").length;
      scan.report("json-web-key", at, at + (member[1] ?? "").length);
    }
  },
};

/** `"…" == password`: the value on the left of a comparison. */
export const comparedValue: Detector = {
  words: ['" == ', "' == ", '" != ', '" === ', "' === ", '" !== '],
  detect(scan, start, end) {
    const { text } = scan;
    scan.steps += 16;
    const name = /^[\w.]{3,64}/.exec(text.slice(end, end + 64))?.[0] ?? "";
    if (!isSecretName(name)) return;
    const opening = text.lastIndexOf(text[start] ?? '"', start - 1);
    const value = text.slice(opening + 1, start);
    if (opening >= Math.max(0, start - 128) && value.length >= 8 && classifyValue(value) !== "none")
      scan.report("paired-value", opening + 1, start);
  },
};
