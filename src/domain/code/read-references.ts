import { firstFrom, placesOf } from "../../base/text/places.js";
import type { SyntaxNode } from "../../engine/syntax-parser.js";
import { firstField } from "./declared-names.js";
import { readSyntax } from "./read-syntax.js";

/** A place where a file uses a name. Names in comments and strings are not uses. */
export interface Reference {
  readonly role: "definition" | "call" | "import" | "reference";
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
    const walk = openWalk(name, text, language, root);
    visit(root, undefined, false, walk);
    // In Ruby a name without a receiver and without arguments is a call, unless it is a local variable.
    return [...walk.uses.values()].map(({ isBare, ...use }) =>
      isBare && !walk.locals.has(use.symbol) ? { ...use, role: "call" } : use,
    );
  };

type Walk = ReturnType<typeof openWalk>;

const openWalk = (name: string, text: string, language: string, root: SyntaxNode) => ({
  name,
  ...readSyntax(root),
  /** Where the text has the name: subtrees without any are not visited. */
  places: placesOf(name, text),
  isRuby: language === "ruby",
  callees: new Set<number>(),
  /** The methods of Ruby in which the name is a local variable. */
  locals: new Set<string>(),
  /** By place; the name of a definition may stand twice in it. */
  uses: new Map<string, Reference & { readonly isBare: boolean }>(),
});

function visit(node: SyntaxNode, parent: SyntaxNode | undefined, isImported: boolean, walk: Walk): void {
  const { name, places, callees } = walk;
  if ((places[firstFrom(node.startIndex, places)] ?? Number.POSITIVE_INFINITY) >= node.endIndex) return;
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
  const callee = calls.test(node.type) && calleeOf(node);
  if (callee) callees.add(callee.startIndex);
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

/** `const { open } = require("./pool")` */
const isRequired = (node: SyntaxNode) =>
  node.type === "variable_declarator" &&
  /^(?:await )?(?:require|import)\(/.test(node.childForFieldName("value")?.text ?? "");

function add(node: SyntaxNode, parent: SyntaxNode | undefined, isImported: boolean, walk: Walk): void {
  const { byName, symbols, callees, locals, uses, isRuby } = walk;
  const own = isImported ? undefined : byName.get(node.startIndex);
  if (own) {
    const { name: symbol, kind, start: line, end } = own;
    uses.set(`${line} ${symbol} ${kind}`, { role: "definition", line, end, symbol, kind, isBare: false });
    return;
  }
  const line = node.startPosition.row + 1;
  const around = symbols.findLast(({ kind, start, end }) => start <= line && line <= end && scopes.has(kind));
  const { name: symbol = "", kind = "" } = around ?? {};
  const role = isImported ? "import" : callees.has(node.startIndex) ? "call" : "reference";
  if (isRuby && parent && isBinding(node, parent)) locals.add(symbol);
  const isBare = isRuby && role === "reference" && node.type === "identifier";
  uses.set(`at ${node.startIndex}`, { role, line, end: line, symbol, kind, isBare });
}

const scopes = new Set(["function", "method", "class", "struct", "interface", "impl", "module", "enum"]);

const isBinding = (node: SyntaxNode, parent: SyntaxNode) =>
  /parameter|^(?:left_assignment_list|exception_variable)$/.test(parent.type) ||
  parent.childForFieldName("left")?.startIndex === node.startIndex;
