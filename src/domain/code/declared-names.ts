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
  if (several.length === 0) {
    const own = nameAt(node);
    return own ? [{ ...own, part: node }] : [];
  }
  const names = several.flatMap((part) => namesOfPart(part).map((name) => ({ ...name, part })));
  return names.length === 1 ? names.map((name) => ({ ...name, part: node })) : names;
}

function partsOf(node: SyntaxNode): SyntaxNode[] {
  return node.namedChildren.flatMap((child) => {
    if (!child) return [];
    if (parts.test(child.type) && child.type !== "function_declarator") return [child];
    return groups.test(child.type) ? partsOf(child) : [];
  });
}

/** `x, y = 1, 2` of Go has several names without parts. */
function namesOfPart(part: SyntaxNode): Omit<DeclaredName, "part">[] {
  const own = nameAt(part);
  if (!own || !/_spec$/.test(part.type)) return own ? [own] : [];
  const names = part.namedChildren.filter((child) => child?.type === own.at.type);
  const separate = names.flatMap((at) => (at ? [{ name: at.text, scope: "", at }] : []));
  return part.type === "type_spec" || separate.length < 2 ? [own] : separate;
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
    const inner = fieldOf(at) ?? (at === node || unnamedHolders.test(at.type) ? plainChild(at) : undefined);
    if (!inner) break;
    const scope = at === node ? null : at.childForFieldName("scope");
    if (scope) scopes.push(withoutArguments(scope.text));
    at = inner;
  }
  const name = at === node ? "" : short(at.text);
  return name === "" ? undefined : { name, scope: scopes.join(".").replaceAll("::", "."), at };
}

const fieldOf = (node: SyntaxNode) =>
  nameFields.map((field) => node.childForFieldName(field)).find((one) => one !== null);
const plainChild = (node: SyntaxNode) => node.namedChildren.find((child) => child && plainName.test(child.type));

/** A method of Go belongs to the type of its receiver. */
function receiverOf(node: SyntaxNode): string[] {
  if (node.type !== "method_declaration") return [];
  const receiver = node.childForFieldName("receiver")?.text ?? "";
  const type = /([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)?\)\s*$/.exec(receiver)?.[1];
  return type === undefined ? [] : [type];
}

const withoutArguments = (text: string) => text.replace(/<[\s\S]*$/, "");
const short = (text: string) => text.replace(/\s+/g, " ").trim().slice(0, 120);
