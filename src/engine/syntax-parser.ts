/** A node of a syntax tree. */
export interface SyntaxNode {
  readonly type: string;
  readonly text: string;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly startPosition: { readonly row: number };
  readonly endPosition: { readonly row: number; readonly column: number };
  readonly namedChildren: readonly (SyntaxNode | null)[];
  childForFieldName(name: string): SyntaxNode | null;
}

export interface SyntaxParser {
  /** Why files of some languages could not be parsed so far; empty without failures. */
  problems(): readonly string[];
  /** The result of `visit`; the tree is freed afterwards. Undefined when the text cannot be parsed. */
  parse<T>(language: string, text: string, visit: (root: SyntaxNode) => T): Promise<T | undefined>;
}
