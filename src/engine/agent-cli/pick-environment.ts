type Environment = Readonly<Record<string, string | undefined>>;

/** The variables with allowed names: whole names, `LC_*` for a prefix, `*_LOG` for a suffix. */
export function pickEnvironment(from: Environment, allowed: readonly string[]): Record<string, string> {
  const exact = new Set(allowed);
  const prefixes = allowed.filter((name) => name.endsWith("*")).map((name) => name.slice(0, -1));
  const suffixes = allowed.filter((name) => name.startsWith("*")).map((name) => name.slice(1));
  const isAllowed = (name: string) =>
    exact.has(name) ||
    prefixes.some((prefix) => name.startsWith(prefix)) ||
    suffixes.some((suffix) => name.endsWith(suffix));
  const picked: Record<string, string> = {};
  for (const [name, value] of Object.entries(from)) if (value !== undefined && isAllowed(name)) picked[name] = value;
  return picked;
}
