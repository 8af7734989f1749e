import type { SyntaxParser } from "../../engine/syntax-parser.js";
import { type FileSyntax, readComponentSyntax } from "./read-syntax.js";
import { readHtml } from "./structure/read-html.js";

/** Languages of component files: markup with its script. */
export const componentLanguages: ReadonlySet<string> = new Set(["astro", "svelte", "vue"]);

interface Script {
  readonly language: string;
  /** Without the tags. */
  readonly from: number;
  readonly to: number;
}

/** The declarations of a component's scripts, and the elements of its markup. */
export async function readComponent(parser: SyntaxParser, language: string, text: string): Promise<FileSyntax> {
  const scripts = [...(language === "astro" ? fencedScript(text) : []), ...scriptElements(text)];
  const markup = scripts.reduce(
    (rest, { from, to }) => rest.slice(0, from) + blank(rest.slice(from, to)) + rest.slice(to),
    text,
  );
  const parts = [readHtml(markup)];
  for (const { language: scriptLanguage, from, to } of scripts) {
    const script = blank(text.slice(0, from)) + text.slice(from, to);
    parts.push((await parser.parse(scriptLanguage, script, readComponentSyntax)) ?? { symbols: [], regions: [] });
  }
  return { symbols: parts.flatMap(({ symbols }) => symbols), regions: parts.flatMap(({ regions }) => regions) };
}

/** Attributes may have `>` in quotes; their length is limited to prevent quadratic matching. */
const opening = /<script\b((?:[^>"']|"[^"]{0,500}"|'[^']{0,500}'){0,500})>/gi;
const closing = /<\/script\b/gi;

function scriptElements(text: string): Script[] {
  const scripts: Script[] = [];
  const open = new RegExp(opening);
  for (let match = open.exec(text); match; match = open.exec(text)) {
    const [whole, attributes = ""] = match;
    const from = match.index + whole.length;
    closing.lastIndex = from;
    const to = attributes.endsWith("/") ? from : (closing.exec(text)?.index ?? text.length);
    scripts.push({ language: languageIn(attributes), from, to });
    open.lastIndex = to;
  }
  return scripts;
}

/** Astro's script is between two lines of dashes at the beginning. */
function fencedScript(text: string): Script[] {
  const [, fence, code] = /^(\ufeff?\s*---[ \t]*\n)([\s\S]*?)^---/m.exec(text) ?? [];
  if (fence === undefined || code === undefined) return [];
  return [{ language: "typescript", from: fence.length, to: fence.length + code.length }];
}

const languages: Readonly<Record<string, string>> = { ts: "typescript", typescript: "typescript", tsx: "tsx" };

function languageIn(attributes: string): string {
  const [, lang = ""] = /\blang\s*=\s*["']?(\w+)/i.exec(attributes) ?? [];
  return languages[lang.toLowerCase()] ?? "javascript";
}

/** Keeps rows and columns. */
const blank = (text: string) => text.replace(/[^\n]/g, " ");
