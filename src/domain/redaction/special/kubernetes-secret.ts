import { isPlaceholder } from "../is-placeholder.js";
import type { Scan, Verifier } from "../scan.js";

const ahead = 4096;
const behind = 1024;

/** Every value under `data:` and `stringData:` of a manifest of kind Secret, in YAML or JSON. */
export const kubernetesSecret: Verifier = {
  words: ["kind:", 'kind":', 'kind\\":'],
  verify(scan, start, end) {
    const { text } = scan;
    if (!/^[ \t]*\\?["']?secret\b/i.test(text.slice(end, end + 16))) return;
    const from = documentStart(text, Math.max(start - behind, scan.reached("kubernetes-secret"), 0), start);
    const to = documentEnd(text, end);
    if (from >= to) return;
    scan.setReached("kubernetes-secret", to);
    scan.steps += to - from;
    reportData(scan, from, text.slice(from, to));
  },
};

function documentStart(text: string, from: number, kind: number): number {
  const mark = text.slice(from, kind).lastIndexOf("\n---");
  return mark < 0 ? from : from + mark + 4;
}

function documentEnd(text: string, from: number): number {
  const mark = text.slice(from, from + ahead).indexOf("\n---");
  return mark < 0 ? Math.min(text.length, from + ahead) : from + mark;
}

function reportData(scan: Scan, offset: number, manifest: string): void {
  for (const block of manifest.matchAll(/^([ \t]*)(?:data|stringData):[ \t]*$/gim)) {
    reportYaml(scan, offset, manifest, block.index + block[0].length, (block[1] ?? "").length);
  }
  for (const block of manifest.matchAll(/\\?"(?:data|stringData)\\?":\s{0,8}\{([^{}]{0,2048})/gi)) {
    const from = offset + block.index + block[0].length - (block[1] ?? "").length;
    for (const entry of (block[1] ?? "").matchAll(/\\?":\s{0,8}\\?"([^"\\]{4,})/g)) {
      report(scan, from + entry.index + entry[0].length - (entry[1] ?? "").length, entry[1] ?? "");
    }
  }
}

/** The lines that are indented deeper than `data:`, values in the same line or as a block below the name. */
function reportYaml(scan: Scan, offset: number, manifest: string, from: number, indent: number): void {
  let at = from + 1;
  for (const line of manifest.slice(at).split("\n")) {
    const blank = /^[ \t]*/.exec(line)?.[0].length ?? 0;
    if (line.trim() !== "" && blank <= indent) return;
    const value = /^[ \t]*(?:[\w.-]+:[ \t]*)?["']?([^\s"'|>][^\s"']{3,})["']?[ \t]*\r?$/.exec(line);
    const found = value?.[1];
    if (found !== undefined && !found.endsWith(":")) report(scan, offset + at + line.indexOf(found, blank), found);
    at += line.length + 1;
  }
}

function report(scan: Scan, start: number, value: string): void {
  if (!isPlaceholder(value)) scan.report("kubernetes-secret-yaml", start, start + value.length);
}
