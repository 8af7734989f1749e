/** Some fields of a record, as far as it has them. */
export function pick<T extends object, K extends keyof T>(record: T, ...names: readonly K[]): Pick<T, K>;
export function pick(record: Readonly<Record<string, unknown>>, ...names: readonly string[]): object {
  return Object.fromEntries(names.flatMap((name) => (name in record ? [[name, record[name]]] : [])));
}
