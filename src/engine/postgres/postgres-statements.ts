import { sha256 } from "../../base/sha256.js";

/** The names under which a connection has prepared statements. */
export interface Statements {
  name(statement: string): { readonly name: string; readonly isNew: boolean };
  forget(statement: string): void;
}

/** A name follows from the statement: whatever stands between us and the server, it can never mean another one. */
export function createStatements(): Statements {
  const names = new Map<string, string>();
  return {
    name(statement) {
      const known = names.get(statement);
      if (known) return { name: known, isNew: false };
      const name = `throughline_${sha256(statement).slice(0, 32)}`;
      names.set(statement, name);
      return { name, isNew: true };
    },
    forget: (statement) => void names.delete(statement),
  };
}
