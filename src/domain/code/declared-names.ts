import type { SyntaxNode } from "../../engine/syntax-parser.js";

/** A name that a declaration introduces. */
export interface DeclaredName {
  readonly name: string;
  /** What the name itself says that it belongs to: `shop.Pool` of `shop::Pool::open`; empty for most. */
  readonly scope: string;
  /** The node of the name. */
  readonly at: SyntaxNode;
  /** The node that declares it alone; where one declaration has several names, its part. */
  readonly part: SyntaxNode;
}

/** The parts of declarations of several names: `const ( … )` of Go, `int a, b` of Java, `const A = 1, B = 2` of PHP. */
const parts = /^(?:\w+_declarator|const_spec|var_spec|type_spec|const_element|property_element)$/;
/** Declarations that may have several. */
const lists =
  /^(?:lexical_declaration|variable_declaration|const_declaration|var_declaration|type_declaration|field_declaration|property_declaration|declaration)$/;
/** Nodes that only group such parts. */
const groups = /^(?:variable_declaration|var_spec_list|const_spec_list)$/;

/** The names of a declaration: one for most, several where they share a keyword or a type. */
export function declaredNames(node: SyntaxNode): DeclaredName[] {
  const several = lists.test(node.type) ? partsOf(node) : [];
  const names = (several.length > 0 ? several : [node]).flatMap((part) =>
    namesOfPart(part).map((name) => ({ ...name, part })),
  );
  return names.length === 1 ? names.map((name) => ({ ...name, part: node })) : names;
}

const partsOf = (node: SyntaxNode): SyntaxNode[] =>
  node.namedChildren.flatMap((child) => {
    if (!child) return [];
    if (parts.test(child.type) && child.type !== "function_declarator") return child;
    return groups.test(child.type) ? partsOf(child) : [];
  });

/** `x, y = 1, 2` of Go has several names without parts. */
function namesOfPart(part: SyntaxNode): Omit<DeclaredName, "part">[] {
  const own = nameAt(part);
  if (!own || !/_spec$/.test(part.type)) return own ? [own] : [];
  const names = part.namedChildren.flatMap((at) => (at?.type === own.at.type ? { name: at.text, scope: "", at } : []));
  return part.type === "type_spec" || names.length < 2 ? [own] : names;
}

const nameFields = ["name", "declarator", "type", "selectors", "pattern", "left"];
const plainName =
  /declarator$|_spec$|^selectors$|^function_name$|^(simple_|type_)?(identifier|name)$|^word$|^qualified_identifier$/;
/** Nodes inside a declaration that hold the name as a child without a field. */
const unnamedHolders = /^(?:reference_declarator|parenthesized_declarator|variable_name)$/;
const maxSteps = 8;

/** The declared name, found through the declarators of C, the specs of Go and the scopes of C++ and Ruby. */
function nameAt(node: SyntaxNode): Omit<DeclaredName, "part"> | undefined {
  // A value of an enum is its name.
  if (node.type === "property_identifier") return { name: short(node.text), scope: "", at: node };
  const scopes = receiverOf(node);
  let at: SyntaxNode = node;
  for (let step = 0; step < maxSteps; step++) {
    const inner =
      firstField(at, nameFields) ??
      (at === node || unnamedHolders.test(at.type)
        ? at.namedChildren.find((child) => child && plainName.test(child.type))
        : undefined);
    if (!inner) break;
    const scope = at === node ? null : at.childForFieldName("scope");
    if (scope) scopes.push(scope.text.replace(/<[\s\S]*$/, ""));
    at = inner;
  }
  const name = at === node ? "" : short(at.text);
  return name === "" ? undefined : { name, scope: scopes.join(".").replaceAll("::", "."), at };
}

export const firstField = (node: SyntaxNode, fields: readonly string[]): SyntaxNode | undefined =>
  fields.map((field) => node.childForFieldName(field)).find((one) => one !== null) ?? undefined;

/** A method of Go belongs to the type of its receiver. */
function receiverOf(node: SyntaxNode): string[] {
  const receiver = node.type === "method_declaration" && node.childForFieldName("receiver")?.text;
  return /([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)?\)\s*$/.exec(receiver || "")?.slice(1) ?? [];
}

const short = (text: string) => text.replace(/\s+/g, " ").trim().slice(0, 120);

export const isFunctionValue = ({ type }: SyntaxNode): boolean =>
  /^(?:arrow_function|function_expression|generator_function)$/.test(type);
const isLiteral = ({ type }: SyntaxNode) =>
  /^(?:number|string|template_string|array|object|true|false|null|regex|unary_expression)$/.test(type);

interface Assignment {
  /** Empty for `module.exports = { … }`: what is inside is declared. */
  readonly names: readonly DeclaredName[];
  readonly kind: string;
}

/** The names that an assignment outside functions declares; undefined where it only changes something. */
export function readAssignment(node: SyntaxNode, isStatement: boolean, isMember: boolean): Assignment | undefined {
  const left = firstField(node, ["left", "name"]);
  if (!left) return undefined;
  if (node.type === "assignment_expression") return readExport(node, left);
  // In Python an assignment is a statement; in Ruby it is an expression, and a name in lower case is a local variable.
  const declared = isStatement || node.type === "variable_assignment" ? /^(?:identifier|variable_name)$/ : /^constant$/;
  const names = (left.type === "pattern_list" ? left.namedChildren : [left]).flatMap((at) =>
    at && declared.test(at.type) ? { name: at.text, scope: "", at, part: node } : [],
  );
  const kind = isMember && left.type !== "constant" ? "property" : "constant";
  return names.length === 0 ? undefined : { names, kind };
}

const exported = /^(?:module\.)?exports(?:\.|$)/;

/** What JavaScript assigns to a member: `exports.open = …`, `Pool.prototype.open = …`, `module.exports = …`. */
function readExport(node: SyntaxNode, left: SyntaxNode): Assignment | undefined {
  const value = node.childForFieldName("right");
  if (!value || left.type !== "member_expression" || !/^[\w$.]{1,120}$/.test(left.text)) return undefined;
  const isFunction = isFunctionValue(value);
  const path = left.text.replace(exported, "").replace(".prototype.", ".").split(".").filter(Boolean);
  const at = path.length > 0 ? left.childForFieldName("property") : value.childForFieldName("name");
  if (path.length === 0 && value.type === "object") return { names: [], kind: "module" };
  if (!at || !(isFunction || (isLiteral(value) && exported.test(left.text)))) return undefined;
  const kind = !isFunction ? "constant" : path.length > 1 ? "method" : "function";
  return { names: [{ name: at.text, scope: path.slice(0, -1).join("."), at, part: node }], kind };
}

const maxHeadLength = 300;

/** Whether a declaration of C says only that something is defined elsewhere. */
export function isPrototype({ text }: SyntaxNode): boolean {
  const [head = ""] = text.slice(0, maxHeadLength).split("=");
  return head.includes("(") || (/^\s*extern\b/.test(head) && !text.includes("="));
}
