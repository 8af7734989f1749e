/** The names under which a connection has prepared statements. */
export interface Statements {
  name(key: string): { readonly name: string; readonly isNew: boolean };
  forget(key: string): void;
}

export function createStatements(): Statements {
  const names = new Map<string, string>();
  let count = 0;
  return {
    name(key) {
      const known = names.get(key);
      if (known) return { name: known, isNew: false };
      const name = `throughline_${++count}`;
      names.set(key, name);
      return { name, isNew: true };
    },
    forget: (key) => void names.delete(key),
  };
}
