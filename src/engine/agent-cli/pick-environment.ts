type Environment = Readonly<Record<string, string | undefined>>;

/** The variables whose names are allowed: whole names, `LC_*` for a beginning, `*_LOG` for an ending. */
export function pickEnvironment(from: Environment, allowed: readonly string[]): Record<string, string> {
  const exact = new Set(allowed);
  const beginnings = allowed.filter((name) => name.endsWith("*")).map((name) => name.slice(0, -1));
  const endings = allowed.filter((name) => name.startsWith("*")).map((name) => name.slice(1));
  const isAllowed = (name: string) =>
    exact.has(name) ||
    beginnings.some((beginning) => name.startsWith(beginning)) ||
    endings.some((ending) => name.endsWith(ending));
  const picked: Record<string, string> = {};
  for (const [name, value] of Object.entries(from)) if (value !== undefined && isAllowed(name)) picked[name] = value;
  return picked;
}
