import type { SyntaxNode } from "../../engine/syntax-parser.js";
import type { CodeSymbol } from "./code-chunk.js";
import { readDeclarations } from "./read-syntax.js";

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

const names = /identifier(?:_pattern)?$|^name$|^constant$|^variable_name$|^word$|^command_name$|^simple_name$/;
const imports = /import|^use_|^using_|include|require/;
const calls =
  /call|invocation|^new_expression$|^object_creation_expression$|^command$|^decorator$|^jsx_(?:opening|self_closing)_element$/;
const calleeFields = ["function", "constructor", "method", "macro", "name", "type"];
const memberFields = ["property", "field", "attribute", "name", "method"];

/** Finds the uses of `name` in a file. */
export const readReferences =
  (name: string, text: string, language: string) =>
  (root: SyntaxNode): Reference[] => {
    const walk: Walk = {
      name,
      ...readDeclarations(root),
      places: placesOf(name, text),
      isRuby: language === "ruby",
      callees: new Set(),
      locals: new Set(),
      uses: new Map(),
    };
    visit(root, undefined, false, walk);
    return [...walk.uses.values()].map((use) => withBareCall(use, walk));
  };

interface Walk {
  readonly name: string;
  readonly isRuby: boolean;
  readonly symbols: readonly CodeSymbol[];
  readonly byName: ReadonlyMap<number, CodeSymbol>;
  /** Where the text has the name: subtrees without any are not visited. */
  readonly places: readonly number[];
  readonly callees: Set<number>;
  /** The methods of Ruby in which the name is a local variable. */
  readonly locals: Set<string>;
  /** By place; the name of a definition may stand twice in it. */
  readonly uses: Map<string, Reference & { readonly isBare: boolean }>;
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
    // `before_action :open` of Ruby means the method.
    const isName =
      node.type === "simple_symbol" ? node.text === `:${name}` : names.test(node.type) && node.text === name;
    if (isName) add(node, parent, isImported, walk);
    return;
  }
  // The end of an element is not another use of it.
  if (node.type === "jsx_closing_element") return;
  if (calls.test(node.type)) {
    const callee = calleeOf(node);
    if (callee) callees.add(callee.startIndex);
  }
  const inImport = isImported || imports.test(node.type) || isRequired(node);
  for (const child of children) if (child) visit(child, node, inImport, walk);
}

/** The name that is called: of `a.b.open()` it is `open`. */
function calleeOf(call: SyntaxNode): SyntaxNode | undefined {
  // `new Pool()` of PHP has no field for the class.
  let callee = firstField(call, calleeFields) ?? call.namedChildren.find((one) => one?.type === "name") ?? undefined;
  for (let depth = 0; callee && callee.namedChildren.length > 0 && depth < 4; depth++) {
    const member = firstField(callee, memberFields);
    if (!member) return callee.namedChildren.at(-1) ?? undefined;
    callee = member;
  }
  return callee;
}

const firstField = (node: SyntaxNode, fields: readonly string[]): SyntaxNode | undefined =>
  fields.map((field) => node.childForFieldName(field)).find((one) => one !== null) ?? undefined;

/** `const { open } = require("./pool")` */
const isRequired = (node: SyntaxNode) =>
  node.type === "variable_declarator" &&
  /^(?:await )?(?:require|import)\(/.test(node.childForFieldName("value")?.text ?? "");

function add(node: SyntaxNode, parent: SyntaxNode | undefined, isImported: boolean, walk: Walk): void {
  const line = node.startPosition.row + 1;
  const own = isImported ? undefined : walk.byName.get(node.startIndex);
  if (own) {
    const place = `${own.start} ${own.name} ${own.kind}`;
    walk.uses.set(place, {
      role: "definition",
      line: own.start,
      end: own.end,
      symbol: own.name,
      kind: own.kind,
      isBare: false,
    });
    return;
  }
  const around = walk.symbols.findLast(({ kind, start, end }) => start <= line && line <= end && scopes.has(kind));
  const role = isImported ? "import" : walk.callees.has(node.startIndex) ? "call" : "reference";
  const symbol = around?.name ?? "";
  if (walk.isRuby && parent && isBinding(node, parent)) walk.locals.add(symbol);
  const isBare = walk.isRuby && role === "reference" && node.type === "identifier";
  walk.uses.set(`at ${node.startIndex}`, { role, line, end: line, symbol, kind: around?.kind ?? "", isBare });
}

const scopes = new Set(["function", "method", "class", "struct", "interface", "impl", "module", "enum"]);

const isBinding = (node: SyntaxNode, parent: SyntaxNode) =>
  /parameter|^(?:left_assignment_list|exception_variable)$/.test(parent.type) ||
  parent.childForFieldName("left")?.startIndex === node.startIndex;

/** In Ruby a name without a receiver and without arguments is a call, unless it is a local variable. */
const withBareCall = ({ isBare, ...use }: Reference & { readonly isBare: boolean }, { locals }: Walk): Reference =>
  isBare && !locals.has(use.symbol) ? { ...use, role: "call" } : use;
