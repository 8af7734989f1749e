import { sha256 } from "../../base/sha256.js";

/** The names under which a connection has prepared statements. */
export type Statements = ReturnType<typeof createStatements>;

/** Derived from the statement's text, so that a name never means another statement, even behind a connection pooler. */
export function createStatements() {
  const names = new Map<string, string>();
  return {
    name(statement: string): { readonly name: string; readonly isNew: boolean } {
      const existing = names.get(statement);
      if (existing) return { name: existing, isNew: false };
      const name = `throughline_${sha256(statement).slice(0, 32)}`;
      names.set(statement, name);
      return { name, isNew: true };
    },
    forget: (statement: string): void => void names.delete(statement),
  };
}
