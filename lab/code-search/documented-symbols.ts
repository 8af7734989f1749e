import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chunkFile } from "../../src/domain/code/chunk-file.js";
import { fileRoleOf } from "../../src/domain/code/file-role.js";
import type { SyntaxParser } from "../../src/engine/syntax-parser.js";

/** What a function does, in the words of its own doc comment, and the function. */
export interface SymbolQuestion {
  readonly query: string;
  readonly path: string;
  readonly symbol: string;
}

const isLine = /^\s*(?:\/\/|#(?!\[)|\*|\/\*)/;
const isAttribute = /^\s*(?:@\w|#\[|\[\w)/;
const minWords = 6;
const maxWords = 30;

/** Copies the newest commit and removes the doc comments of the functions that are asked for. */
export async function checkOutUndocumented(
  parser: SyntaxParser,
  repository: string,
  to: string,
  { below, count }: { readonly below: string; readonly count: number },
): Promise<SymbolQuestion[]> {
  execFileSync("git", ["clone", "-q", "--shared", "--no-checkout", repository, to], { stdio: "ignore" });
  // A mirror may lack its largest files, which fails the checkout of those alone.
  spawnSync("git", ["-C", to, "checkout", "-q", "HEAD", "--", below || "."], { stdio: "ignore" });
  const names = execFileSync("git", ["-C", repository, "ls-tree", "-r", "--name-only", "HEAD", below || "."], {
    encoding: "utf8",
    maxBuffer: 100_000_000,
  });
  const documented: Documented[] = [];
  for (const path of names.split("\n").filter((one) => fileRoleOf(one) === "source")) {
    const text = readText(join(to, path));
    if (text !== undefined) documented.push(...(await documentedIn(parser, path, text)));
  }
  const chosen = documented.sort((a, b) => (hashOf(a) < hashOf(b) ? -1 : 1)).slice(0, count);
  for (const path of new Set(chosen.map((one) => one.path))) {
    const rows = new Set(chosen.filter((one) => one.path === path).flatMap((one) => one.rows));
    const lines = readFileSync(join(to, path), "utf8").split("\n");
    writeFileSync(join(to, path), lines.filter((_, row) => !rows.has(row)).join("\n"));
  }
  return chosen;
}

interface Documented extends SymbolQuestion {
  readonly rows: readonly number[];
}

const hashOf = ({ path, symbol }: SymbolQuestion) => createHash("sha256").update(`${path} ${symbol}`).digest("hex");

function readText(file: string): string | undefined {
  try {
    const text = readFileSync(file, "utf8");
    return text.length < 500_000 ? text : undefined;
  } catch {
    return undefined;
  }
}

async function documentedIn(parser: SyntaxParser, path: string, text: string): Promise<Documented[]> {
  const { symbols } = await chunkFile(parser, path, text);
  const lines = text.split("\n");
  const functions = symbols.filter(({ kind }) => kind === "function" || kind === "method");
  const names = functions.map(({ name }) => name);
  return functions
    .filter(({ name }) => names.filter((other) => other === name).length === 1)
    .flatMap(({ name, start, end }): Documented[] => {
      // A function of a few lines is told by its name alone.
      if (end - start < 3) return [];
      const rows = path.endsWith(".py") ? docstringRows(lines, start - 1) : commentRows(lines, start - 1);
      const last = name.split(".").at(-1) ?? name;
      const query = firstSentence(
        rows.map((row) => lines[row] ?? ""),
        last,
      );
      const words = query.split(/\s+/);
      const hasName = new RegExp(`\\b${last.replace(/\W/g, "\\$&")}\\b`, "i").test(query);
      if (words.length < minWords || words.length > maxWords || hasName) return [];
      return [{ query, path, symbol: name, rows }];
    });
}

function commentRows(lines: readonly string[], declaration: number): number[] {
  const rows: number[] = [];
  for (let row = declaration - 1; row >= 0; row--) {
    const line = lines[row] ?? "";
    if (isLine.test(line)) rows.unshift(row);
    else if (!isAttribute.test(line)) break;
  }
  return rows;
}

function docstringRows(lines: readonly string[], declaration: number): number[] {
  const from = lines.findIndex((line, row) => row > declaration && row < declaration + 12 && /^\s*[rR]?"""/.test(line));
  if (from < 0 || !/:\s*(?:#.*)?$/.test(lines[from - 1] ?? "")) return [];
  const isOneLine = /""".*"""/.test(lines[from] ?? "");
  const to = isOneLine ? from : lines.findIndex((line, row) => row > from && line.includes('"""'));
  return to < 0 ? [] : Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

function firstSentence(lines: readonly string[], name: string): string {
  const plain = lines
    .map((line) => line.replace(/^\s*(?:\/\/[/!]?|#|\/\*\*?|\*(?!\/))?\s?/, "").replace(/\*\/\s*$|[rR]?"""/g, ""))
    .map((line) => line.replace(/<\/?\w+[^>]*>|\{@\w+ ([^}]*)\}/g, "$1").trim());
  const from = plain.findIndex((line) => line !== "");
  const rest = plain.slice(Math.max(0, from));
  const to = rest.findIndex((line) => line === "" || line.startsWith("@") || line.startsWith(":"));
  const paragraph = rest.slice(0, to < 0 ? undefined : to).join(" ");
  const [sentence = ""] = /^.*?[.!?](?=\s|$)/.exec(paragraph) ?? [paragraph];
  // Go begins with the name.
  const words = sentence.replace(/[.!?]$/, "").trim();
  return words.startsWith(`${name} `) ? words.slice(name.length + 1) : words;
}
