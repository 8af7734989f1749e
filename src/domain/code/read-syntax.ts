import nodes from "../../../data/syntax-nodes.json" with { type: "json" };
import type { SyntaxNode } from "../../engine/syntax-parser.js";
import type { FileSymbol } from "../../store/code/code-store.js";
import { type DeclaredName, declaredNames, isFunctionValue, isPrototype, readAssignment } from "./declared-names.js";

/** A region of a file, by rows from 0, both included. Regions may be unordered and have gaps. */
export interface CodeRegion {
  readonly from: number;
  readonly to: number;
  readonly kind: string;
  /** `Pool.open`; empty for text between symbols. */
  readonly symbol: string;
}

export interface FileSyntax {
  readonly symbols: readonly FileSymbol[];
  readonly regions: readonly CodeRegion[];
}

/** The keys of a table by the words of its rows. A map, because a file may be named `constructor`. */
export const keysByWord = (table: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(table).flatMap(([key, words]) => words.split(" ").map((word) => [word, key] as const)));

/** Node types of declarations and their kinds. One table for all grammars: equal names mean the same. */
const kinds = keysByWord(nodes.kinds);

/** Kinds that contain other declarations to index. */
const containers = new Set(["class", "struct", "interface", "impl", "module", "enum"]);
/** Kinds too small to be separate chunks. */
const small = new Set(["constant", "property", "type", "macro", "rule"]);
/** Values of an enum: part of it, however long. */
const enumMembers = /^(?:enum_(?:constant|member_declaration|variant|case|assignment)|enumerator|property_identifier)$/;
/** Statements that give a name a value. */
const assignments = new Set(["assignment", "assignment_expression", "variable_assignment"]);
/** Nodes around a declaration that belong to it, or that merely group declarations. */
const wrappers = new Set(nodes.wrappers.split(" "));
/** Statements around declarations that are made under a condition: `try: import …`, `if (!function_exists(…))`. */
const conditions = new Set(nodes.conditions.split(" "));
const componentWrappers = new Set([...wrappers, "object", "pair", "call_expression", "arguments"]);
const comments = /comment|^attribute_item$|^decorator$|^annotation$/;

/** Longer classes and sections are split by what is inside, where that has names. */
export const wholeRows = 60;
/** A small declaration with more rows is a chunk all the same. */
const maxSmallRows = 3;
const maxDepth = 6;

/** The declarations of a file in order, its regions, and which declaration is named at an index of its text. */
export const readSyntax = (root: SyntaxNode): Walk => read(root, wrappers);

/** The same for a component, whose methods may be those of an object that it exports. */
export const readComponentSyntax = (root: SyntaxNode): Walk => read(root, componentWrappers);

function read(root: SyntaxNode, wrappers: ReadonlySet<string>): Walk {
  const places = { symbols: [], regions: [], byName: new Map(), assigned: new Set<string>() };
  const walk = { parent: "", depth: 0, wrappers, ...places };
  visit(root, walk);
  return walk;
}

interface Walk {
  readonly wrappers: ReadonlySet<string>;
  readonly parent: string;
  readonly depth: number;
  readonly symbols: FileSymbol[];
  readonly regions: CodeRegion[];
  /** By the index at which the name begins. */
  readonly byName: Map<number, FileSymbol>;
  /** Names that were assigned before: only the first assignment declares one. */
  readonly assigned: Set<string>;
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
  const kind = kinds.get(node.type);
  if (kind === undefined) {
    const inner = node.type === "expression_statement" ? node.namedChildren[0] : node;
    if (inner && assignments.has(inner.type)) addAssigned(inner, from, inner !== node, walk);
    else if (walk.wrappers.has(node.type)) addWrapped(node, from, walk);
    else if (conditions.has(node.type)) visit(node, { ...walk, depth: walk.depth + 1 });
    return;
  }
  const names = declaredNames(node);
  const [first] = names;
  if (!first) {
    if (containers.has(kind)) visit(bodyOf(node), { ...walk, depth: walk.depth + 1 });
    return;
  }
  const value = withValue.has(node.type) ? valueIn(first.part) : undefined;
  const isFunction = value !== undefined && isFunctionValue(value);
  const shownKind = isFunction ? (kind === "property" ? "method" : "function") : kind;
  const symbols = names.map((name) => addSymbol(name, shownKind, walk));
  const symbol = symbols[0]?.name ?? "";
  const to = lastRow(node);
  const members = membersIn(node, kind, value, symbol, walk);
  if (enumMembers.test(node.type)) return;
  const isChunk = !small.has(kind) || to - from > maxSmallRows;
  addRegion({ from, to, kind: shownKind, symbol }, members, isChunk, walk);
}

/** A long one is split into its members. */
function addRegion(region: CodeRegion, members: readonly CodeRegion[], isChunk: boolean, { regions }: Walk): void {
  if (members.length > 0 && region.to - region.from > wholeRows) regions.push(...fillGaps(members, region));
  else if (isChunk) regions.push(region);
}

function addSymbol({ name, scope, at, part }: DeclaredName, kind: string, walk: Walk): FileSymbol {
  const parent = [walk.parent, scope].filter(Boolean).join(".");
  const rows = { start: part.startPosition.row + 1, end: lastRow(part) + 1 };
  const symbol = { name: parent ? `${parent}.${name}` : name, kind, ...rows, signature: signatureOf(part), parent };
  walk.symbols.push(symbol);
  // An `impl` of Rust is about a type that is defined elsewhere.
  if (kind !== "impl") walk.byName.set(at.startIndex, symbol);
  return symbol;
}

function membersIn(node: SyntaxNode, kind: string, value: SyntaxNode | undefined, symbol: string, walk: Walk) {
  if (containers.has(kind)) return membersOf(node, symbol, walk);
  if (value?.type === "object") return functionsOf(value, symbol, walk);
  const type = kind === "type" ? node.childForFieldName("type") : null;
  return type && kinds.get(type.type) === "enum" ? membersOf(type, symbol, walk) : [];
}

/** Declarations whose value may be a function. */
const withValue = new Set(["lexical_declaration", "variable_declaration", "public_field_definition"]);
/** What only surrounds a value: `{ … } as const`. */
const casts = /^(?:as_expression|satisfies_expression|parenthesized_expression)$/;

function valueIn(node: SyntaxNode): SyntaxNode | undefined {
  const declarator = node.namedChildren.find((child) => child?.type === "variable_declarator");
  let value = (declarator ?? node).childForFieldName("value");
  while (value && casts.test(value.type)) value = value.namedChildren[0] ?? null;
  return value ?? undefined;
}

/** The functions of an object: its methods and the members whose value is one. */
function functionsOf(object: SyntaxNode, parent: string, walk: Walk): CodeRegion[] {
  const regions: CodeRegion[] = [];
  const inner = { ...walk, parent, regions };
  for (const child of object.namedChildren) {
    if (child?.type === "method_definition") addDeclaration(child, child.startPosition.row, inner);
    const [key, value] = child?.type === "pair" ? [child.childForFieldName("key"), valueIn(child)] : [];
    if (!child || !key || !value || !isFunctionValue(value)) continue;
    const name = key.text.replace(/^["']|["']$/g, "");
    const symbol = addSymbol({ name, scope: "", at: key, part: child }, "method", inner);
    regions.push({ from: child.startPosition.row, to: lastRow(child), kind: "method", symbol: symbol.name });
  }
  return regions;
}

/** Constants, class attributes and functions that are assigned to a name. Only functions are chunks of their own. */
function addAssigned(node: SyntaxNode, from: number, isStatement: boolean, walk: Walk): void {
  const value = node.childForFieldName("right");
  // `exports = module.exports = …`
  if (value?.type === "assignment_expression" && walk.depth <= maxDepth)
    addAssigned(value, from, isStatement, { ...walk, depth: walk.depth + 1 });
  const assigned = readAssignment(node, isStatement, walk.parent !== "");
  if (!assigned) return;
  const { names, kind } = assigned;
  const isFirst = ({ name, scope }: DeclaredName) => {
    const qualified = [walk.parent, scope, name].join(".");
    return !walk.assigned.has(qualified) && walk.assigned.add(qualified);
  };
  const symbols = names.filter(isFirst).map((name) => addSymbol(name, kind, walk));
  const innerName = value && isFunctionValue(value) ? value.childForFieldName("name") : null;
  if (innerName && symbols[0] && innerName.text === names[0]?.name) walk.byName.set(innerName.startIndex, symbols[0]);
  const [to, symbol] = [lastRow(node), symbols[0]?.name ?? walk.parent];
  const members = value?.type === "object" ? functionsOf(value, symbol, walk) : [];
  const isChunk = symbols.length > 0 && !small.has(kind) && to - from > maxSmallRows;
  addRegion({ from, to, kind, symbol }, members, isChunk, walk);
}

/** A wrapped declaration begins where its wrapper does. */
function addWrapped(node: SyntaxNode, from: number, walk: Walk): void {
  const inner = { ...walk, regions: [] as CodeRegion[] };
  visit(node, { ...inner, depth: walk.depth + 1 });
  const to = lastRow(node);
  const [only, ...others] = inner.regions;
  if (only && others.length === 0) walk.regions.push({ ...only, from, to: Math.max(to, only.to) });
  else walk.regions.push(...inner.regions);
  const exported = node.childForFieldName("value");
  // A component's wrappers include the object.
  if (exported?.type === "object" && !walk.wrappers.has("object")) {
    const members = functionsOf(exported, walk.parent, walk);
    if (to - from > wholeRows) walk.regions.push(...members);
  }
  // Variables of C and C++; an `extern` one and a prototype are declared elsewhere.
  if (node.type === "declaration")
    for (const name of declaredNames(node)) if (!isPrototype(name.part)) addSymbol(name, "constant", walk);
}

function membersOf(node: SyntaxNode, symbol: string, walk: Walk): CodeRegion[] {
  const regions: CodeRegion[] = [];
  visit(bodyOf(node), { ...walk, parent: symbol, depth: walk.depth + 1, regions });
  return regions;
}

/** Regions inside another one in order, without those that overlap an earlier one, and the rows between as parts of it. */
export function fillGaps(regions: readonly CodeRegion[], whole: CodeRegion): CodeRegion[] {
  const all: CodeRegion[] = [];
  let next = whole.from;
  for (const region of regions.toSorted((a, b) => a.from - b.from)) {
    if (region.from < next) continue;
    if (region.from > next) all.push({ ...whole, from: next, to: region.from - 1 });
    all.push(region);
    next = region.to + 1;
  }
  if (next <= whole.to) all.push({ ...whole, from: next });
  return all;
}

/** A node that ends at the beginning of a row does not include that row. */
const lastRow = ({ startPosition, endPosition }: SyntaxNode) =>
  endPosition.column === 0 ? Math.max(startPosition.row, endPosition.row - 1) : endPosition.row;

const bodyOf = (node: SyntaxNode) => node.childForFieldName("body") ?? node;

/** Everything before the body. */
function signatureOf(node: SyntaxNode): string {
  const body = node.childForFieldName("body");
  const length = body && body.startIndex > node.startIndex ? body.startIndex - node.startIndex : undefined;
  const head = length === undefined ? (node.text.split("\n")[0] ?? "") : node.text.slice(0, length);
  return head.replace(/\s+/g, " ").trim().slice(0, 200);
}
