import type { SyntaxNode } from "../../engine/syntax-parser.js";
import type { CodeRegion, CodeSymbol } from "./code-chunk.js";

export interface FileSyntax {
  readonly symbols: readonly CodeSymbol[];
  readonly regions: readonly CodeRegion[];
}

/** Node types of declarations and their kinds. One table for all grammars: equal names mean the same. */
const kinds: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    function:
      "function_declaration function_definition function_item generator_function_declaration function_signature function_signature_item function_statement local_function_statement",
    method:
      "method_declaration method_definition method singleton_method constructor_declaration method_signature abstract_method_signature operator_declaration destructor_declaration",
    class:
      "class_declaration class_definition class_specifier class abstract_class_declaration record_declaration class_statement",
    struct: "struct_item struct_specifier struct_declaration union_specifier union_item",
    interface: "interface_declaration trait_item trait_declaration annotation_type_declaration",
    enum: "enum_declaration enum_item enum_specifier enum_statement",
    impl: "impl_item",
    module:
      "module namespace_definition namespace_declaration internal_module mod_item file_scoped_namespace_declaration",
    type: "type_alias_declaration type_declaration type_item type_definition alias_declaration delegate_declaration",
    constant: "lexical_declaration variable_declaration const_declaration const_item static_item var_declaration",
    property: "property_declaration property_signature public_field_definition field_declaration event_declaration",
    macro: "macro_definition preproc_function_def preproc_def",
    rule: "rule_set keyframes_statement media_statement",
  }).flatMap(([kind, types]) => types.split(" ").map((type) => [type, kind])),
);

/** Kinds that contain other declarations to index. */
const containers = new Set(["class", "struct", "interface", "impl", "module", "enum"]);
/** Kinds too small to be separate chunks. */
const small = new Set(["constant", "property", "type", "macro", "rule"]);
/** Nodes around a declaration that belong to it, or that merely group declarations. */
const wrappers = new Set(
  "export_statement decorated_definition ambient_declaration template_declaration declaration_list linkage_specification preproc_ifdef preproc_if declaration class_body namespace_body statement_block block body_statement".split(
    " ",
  ),
);
/** Statements around declarations that are made under a condition: `try: import …`, `if (!function_exists(…))`. */
const conditions = new Set(
  "if_statement else_clause elif_clause try_statement except_clause catch_clause finally_clause compound_statement begin if unless then else rescue ensure preproc_else preproc_elif".split(
    " ",
  ),
);
const componentWrappers = new Set([...wrappers, "object", "pair", "call_expression", "arguments"]);
const comments = /comment|^attribute_item$|^decorator$|^annotation$/;

/** A class with more rows is split into its members. */
const wholeRows = 60;
const maxDepth = 6;

/** The declarations of a file, and its regions. */
export const readSyntax = (root: SyntaxNode): FileSyntax => read(root, wrappers);

/** The same for a component, whose methods may be those of an object that it exports. */
export const readComponentSyntax = (root: SyntaxNode): FileSyntax => read(root, componentWrappers);

function read(root: SyntaxNode, wrappers: ReadonlySet<string>): FileSyntax {
  const symbols: CodeSymbol[] = [];
  const regions: CodeRegion[] = [];
  visit(root, { parent: "", depth: 0, symbols, regions, wrappers });
  return { symbols, regions };
}

interface Walk {
  readonly wrappers: ReadonlySet<string>;
  readonly parent: string;
  readonly depth: number;
  readonly symbols: CodeSymbol[];
  readonly regions: CodeRegion[];
}

function visit(node: SyntaxNode, walk: Walk): void {
  if (walk.depth > maxDepth) return;
  // Rows of comments directly above a declaration are its documentation.
  let docFrom = -1;
  let docTo = -2;
  for (const child of node.namedChildren) {
    if (!child) continue;
    const row = child.startPosition.row;
    if (comments.test(child.type)) {
      if (row > docTo + 1) docFrom = row;
      docTo = lastRow(child);
      continue;
    }
    addDeclaration(child, docTo >= row - 1 && docFrom >= 0 ? docFrom : row, walk);
    docFrom = -1;
    docTo = -2;
  }
}

function addDeclaration(node: SyntaxNode, from: number, walk: Walk): void {
  const kind = kinds[node.type];
  if (kind === undefined) {
    if (walk.wrappers.has(node.type)) addWrapped(node, from, walk);
    else if (conditions.has(node.type)) visit(node, { ...walk, depth: walk.depth + 1 });
    return;
  }
  const name = nameOf(node);
  if (name === "") {
    if (containers.has(kind)) visit(bodyOf(node), { ...walk, depth: walk.depth + 1 });
    return;
  }
  const symbol = walk.parent ? `${walk.parent}.${name}` : name;
  const to = lastRow(node);
  const at = { start: node.startPosition.row + 1, end: to + 1 };
  walk.symbols.push({ name: symbol, kind, ...at, signature: signatureOf(node), parent: walk.parent });
  const members = containers.has(kind) ? membersOf(node, symbol, walk) : [];
  if (members.length > 0 && to - from > wholeRows) walk.regions.push(...around(members, { from, to, kind, symbol }));
  else if (!small.has(kind) || to - from > 3) walk.regions.push({ from, to, kind, symbol });
}

/** A wrapped declaration begins where its wrapper does. */
function addWrapped(node: SyntaxNode, from: number, walk: Walk): void {
  const inner = { ...walk, regions: [] as CodeRegion[] };
  visit(node, { ...inner, depth: walk.depth + 1 });
  const to = lastRow(node);
  const [only, ...others] = inner.regions;
  if (only && others.length === 0) walk.regions.push({ ...only, from, to: Math.max(to, only.to) });
  else walk.regions.push(...inner.regions);
}

function membersOf(node: SyntaxNode, symbol: string, walk: Walk): CodeRegion[] {
  const regions: CodeRegion[] = [];
  visit(bodyOf(node), { ...walk, parent: symbol, depth: walk.depth + 1, regions });
  return regions;
}

/** The members of a class, and the lines between them as parts of the class. */
function around(members: readonly CodeRegion[], whole: CodeRegion): CodeRegion[] {
  const all: CodeRegion[] = [];
  let next = whole.from;
  for (const member of [...members].sort((a, b) => a.from - b.from)) {
    if (member.from < next) continue;
    if (member.from > next) all.push({ ...whole, from: next, to: member.from - 1 });
    all.push(member);
    next = member.to + 1;
  }
  if (next <= whole.to) all.push({ ...whole, from: next, to: whole.to });
  return all;
}

/** A node that ends at the beginning of a row does not include that row. */
const lastRow = ({ startPosition, endPosition }: SyntaxNode) =>
  endPosition.column === 0 ? Math.max(startPosition.row, endPosition.row - 1) : endPosition.row;

const bodyOf = (node: SyntaxNode) => node.childForFieldName("body") ?? node;

const nameFields = ["name", "declarator", "type", "selectors", "pattern", "left"];

/** The declared name, found through the declarators of C and the specs of Go. */
function nameOf(node: SyntaxNode): string {
  let at: SyntaxNode | null = node;
  for (let i = 0; at && i < 6; i++) {
    const inner: SyntaxNode | undefined =
      nameFields.map((field) => at?.childForFieldName(field)).find((one) => one != null) ?? undefined;
    if (!inner) break;
    at = inner;
  }
  if (at && at !== node) return short(at.text);
  const named = node.namedChildren.find(
    (child) =>
      child &&
      /declarator$|_spec$|^selectors$|^function_name$|^(simple_|type_)?(identifier|name)$|^word$/.test(child.type),
  );
  if (!named) return "";
  return named.namedChildren.length > 0 ? nameOf(named) || short(named.text) : short(named.text);
}

const short = (text: string) => text.replace(/\s+/g, " ").trim().slice(0, 120);

/** Everything before the body. */
function signatureOf(node: SyntaxNode): string {
  const body = node.childForFieldName("body");
  const length = body && body.startIndex > node.startIndex ? body.startIndex - node.startIndex : undefined;
  const head = length === undefined ? (node.text.split("\n")[0] ?? "") : node.text.slice(0, length);
  return head.replace(/\s+/g, " ").trim().slice(0, 200);
}
