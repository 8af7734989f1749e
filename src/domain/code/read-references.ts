import type { SyntaxNode } from "../../engine/syntax-parser.js";
import type { CodeSymbol } from "./code-chunk.js";
import { readSyntax } from "./read-syntax.js";

export type ReferenceRole = "definition" | "call" | "import" | "reference";

/** A place where a file uses a name. Names in comments and strings are not uses. */
export interface Reference {
  readonly role: ReferenceRole;
  /** From 1. */
  readonly line: number;
  /** Last line of a definition; else the line itself. */
  readonly end: number;
  /** The symbol that the place is in; of a definition, its own name. */
  readonly symbol: string;
  readonly kind: string;
}

const names = /identifier$|^name$|^constant$|^variable_name$|^word$|^command_name$|^simple_name$/;
const declarations =
  /(?:declaration|definition|declarator|_item|_specifier|_spec|_signature|_statement|^method|^singleton_method|^class|^module|property_signature|public_field_definition)$/;
const imports = /import|^use_|^using_|include|require/;
const calls = /call|invocation|^new_expression$|^object_creation_expression$|^command$|^decorator$/;
const calleeFields = ["function", "constructor", "method", "macro", "name", "type"];
const memberFields = ["property", "field", "attribute", "name", "method"];

/** Finds the uses of `name` in a file. */
export const readReferences =
  (name: string, text: string) =>
  (root: SyntaxNode): Reference[] => {
    const { symbols } = readSyntax(root);
    const walk = { name, symbols, places: placesOf(name, text), callees: new Set<number>(), uses: [] as Reference[] };
    visit(root, undefined, false, walk);
    return walk.uses;
  };

interface Walk {
  readonly name: string;
  readonly symbols: readonly CodeSymbol[];
  /** Where the text has the name: subtrees without any are not visited. */
  readonly places: readonly number[];
  readonly callees: Set<number>;
  readonly uses: Reference[];
}

function placesOf(name: string, text: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) places.push(at);
  return places;
}

/** Binary search: a common name has thousands of places in a large file. */
function firstAtOrAfter(places: readonly number[], index: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < index) low = middle + 1;
    else high = middle;
  }
  return low;
}

function visit(node: SyntaxNode, parent: SyntaxNode | undefined, isImported: boolean, walk: Walk): void {
  const { name, places, callees } = walk;
  if ((places[firstAtOrAfter(places, node.startIndex)] ?? Number.POSITIVE_INFINITY) >= node.endIndex) return;
  const children = node.namedChildren;
  if (children.length === 0) {
    if (names.test(node.type) && node.text === name) add(node, parent, isImported, walk);
    return;
  }
  if (calls.test(node.type)) {
    const callee = calleeOf(node);
    if (callee) callees.add(callee.startIndex);
  }
  const inImport = isImported || imports.test(node.type);
  for (const child of children) if (child) visit(child, node, inImport, walk);
}

/** The name that is called: of `a.b.open()` it is `open`. */
function calleeOf(call: SyntaxNode): SyntaxNode | undefined {
  let callee = firstField(call, calleeFields);
  for (let depth = 0; callee && callee.namedChildren.length > 0 && depth < 4; depth++) {
    const member = firstField(callee, memberFields);
    if (!member) return callee.namedChildren.at(-1) ?? undefined;
    callee = member;
  }
  return callee;
}

const firstField = (node: SyntaxNode, fields: readonly string[]): SyntaxNode | undefined =>
  fields.map((field) => node.childForFieldName(field)).find((one) => one !== null) ?? undefined;

function add(node: SyntaxNode, parent: SyntaxNode | undefined, isImported: boolean, walk: Walk): void {
  const line = node.startPosition.row + 1;
  const own = isDeclared(node, parent)
    ? walk.symbols.find((one) => lastPart(one.name) === walk.name && one.start <= line && line <= one.end)
    : undefined;
  const around = walk.symbols.findLast(({ kind, start, end }) => start <= line && line <= end && scopes.has(kind));
  const role = isImported
    ? "import"
    : isDeclared(node, parent)
      ? "definition"
      : walk.callees.has(node.startIndex)
        ? "call"
        : "reference";
  // Local variables are declared too, but code outside cannot use them.
  if (role === "definition" && !own)
    walk.uses.push({ role: "reference", line, end: line, symbol: around?.name ?? "", kind: "variable" });
  else if (own) walk.uses.push({ role: "definition", line: own.start, end: own.end, symbol: own.name, kind: own.kind });
  else walk.uses.push({ role, line, end: line, symbol: around?.name ?? "", kind: around?.kind ?? "" });
}

const scopes = new Set(["function", "method", "class", "struct", "interface", "impl", "module", "enum"]);
const lastPart = (symbol: string) => symbol.slice(symbol.lastIndexOf(".") + 1);

function isDeclared(node: SyntaxNode, parent: SyntaxNode | undefined): boolean {
  if (!parent || !declarations.test(parent.type)) return false;
  const field = parent.childForFieldName("name") ?? parent.childForFieldName("declarator");
  return field?.startIndex === node.startIndex;
}
