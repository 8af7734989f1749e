import type { SyntaxNode } from "../../engine/syntax-parser.js";
import type { DeclaredName } from "./declared-names.js";

export interface Assignment {
  /** Empty for `module.exports = { … }`: what is inside is declared. */
  readonly names: readonly DeclaredName[];
  readonly kind: string;
}

export const isFunctionValue = ({ type }: SyntaxNode): boolean =>
  /^(?:arrow_function|function_expression|generator_function)$/.test(type);
const isLiteral = ({ type }: SyntaxNode) =>
  /^(?:number|string|template_string|array|object|true|false|null|regex|unary_expression)$/.test(type);

/** The names that an assignment outside functions declares; undefined where it only changes something. */
export function readAssignment(node: SyntaxNode, isStatement: boolean, isMember: boolean): Assignment | undefined {
  const left = node.childForFieldName("left") ?? node.childForFieldName("name");
  if (!left) return undefined;
  if (node.type === "assignment_expression") return readExport(node, left);
  // In Python an assignment is a statement; in Ruby it is an expression, and a name in lower case is a local variable.
  const declared = isStatement || node.type === "variable_assignment" ? /^(?:identifier|variable_name)$/ : /^constant$/;
  const names = (left.type === "pattern_list" ? left.namedChildren : [left]).flatMap((at) =>
    at && declared.test(at.type) ? [{ name: at.text, scope: "", at, part: node }] : [],
  );
  if (names.length === 0) return undefined;
  return { names, kind: isMember && left.type !== "constant" ? "property" : "constant" };
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
