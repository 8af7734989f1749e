import { join } from "node:path";
import { globsMatcher } from "../../base/text/glob.js";
import type { FileTree } from "../../engine/file-tree.js";
import type { SyntaxParser } from "../../engine/syntax-parser.js";
import { languageOf } from "./chunk-file.js";
import { fileRoleOf } from "./file-role.js";
import { type Reference, readReferences } from "./read-references.js";
import { sourceText } from "./source-text.js";

export interface SymbolUse extends Reference {
  readonly path: string;
  readonly language: string;
  /** The lines of a definition, or the one line of a use. */
  readonly text: string;
}

interface SymbolQuery {
  /** `open` or `Pool.open`. */
  readonly name: string;
  readonly root: string;
  readonly paths: readonly string[];
  readonly files?: readonly string[] | undefined;
}

const order: readonly Reference["role"][] = ["definition", "call", "import", "reference"];

/**
 * Every definition and use of a name in the files of a repository as they are now, by syntax: like grep, but without comments,
 * strings and longer names. Uses are matched by name, because types are not resolved.
 */
export async function findSymbol(
  { tree, parser }: { readonly tree: Pick<FileTree, "read">; readonly parser: SyntaxParser },
  { name, root, paths, files = [] }: SymbolQuery,
): Promise<SymbolUse[]> {
  const parts = name.split(/\.|::|->|[#\\/]/).filter(Boolean);
  const simpleName = parts.at(-1) ?? name;
  const isSelected = globsMatcher(files);
  const uses: SymbolUse[] = [];
  for (const path of files.length > 0 ? paths.filter(isSelected) : paths)
    uses.push(...(await usesIn(parser, path, await tree.read(join(root, path)), simpleName)));
  const definitions = uses.filter(({ role }) => role === "definition");
  return [...named(definitions, parts.join(".")), ...uses.filter(({ role }) => role !== "definition")].sort(byRole);
}

async function usesIn(parser: SyntaxParser, path: string, bytes: Uint8Array | undefined, name: string) {
  // Most files do not have the name at all; their bytes say so before they are decoded.
  const isWide = bytes?.subarray(0, 2).some((byte) => byte === 0 || byte >= 0xfe) || !/^[\x20-\x7e]*$/.test(name);
  if (!bytes || (!isWide && !Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(name))) return [];
  const source = sourceText(path, bytes);
  if ("skip" in source) return [];
  const [text, language] = [source.text.replaceAll("\r\n", "\n"), languageOf(path)];
  const references = (await parser.parse(language, text, readReferences(name, text, language))) ?? [];
  const lines = text.split("\n");
  return references.map((one) => ({ ...one, path, language, text: lines.slice(one.line - 1, one.end).join("\n") }));
}

/**
 * A qualified name selects among the definitions; who uses which of them is not known. Where a part of it is no symbol, it
 * is a package, a module or a namespace: the path says so, and where it does not, the nearest names are taken.
 */
function named(definitions: readonly SymbolUse[], name: string): readonly SymbolUse[] {
  const isEnd = ({ symbol }: SymbolUse) => name.endsWith(`.${symbol}`);
  const inName = ({ symbol }: SymbolUse) => symbol === name || symbol.endsWith(`.${name}`);
  const inPath = ({ path, symbol }: SymbolUse) => {
    const scope = `/${name.slice(0, -symbol.length - 1).replaceAll(".", "/")}`;
    const file = `/${path.replace(/\.[^./]*$/, "")}`;
    return file.endsWith(scope) || file.slice(0, file.lastIndexOf("/")).endsWith(scope);
  };
  const exact = definitions.filter((one) => inName(one) || (isEnd(one) && inPath(one)));
  return exact.length > 0 ? exact : definitions.filter((one) => one.symbol.includes(".") && isEnd(one));
}

const byRole = (a: SymbolUse, b: SymbolUse) =>
  order.indexOf(a.role) - order.indexOf(b.role) ||
  Number(fileRoleOf(a.path) !== "source") - Number(fileRoleOf(b.path) !== "source") ||
  (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line);
