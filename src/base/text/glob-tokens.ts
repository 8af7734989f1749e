/**
 * A compiled glob: characters, any character, any run without a slash (`star`), any run at all (`globstar`),
 * any number of whole folders (`folders` and `inFolders`, always together), and jumps between alternatives.
 */
export type GlobToken =
  | { readonly kind: "char"; readonly char: string }
  | { readonly kind: "jump"; readonly to: number[] }
  | { readonly kind: "any" | "star" | "globstar" | "folders" | "inFolders" };

/**
 * Simulates the pattern as an NFA, so a match takes time proportional to path times pattern: patterns are untrusted
 * input. Plain names and suffixes, which most patterns are, are compared as strings.
 */
export function tokenMatcher(tokens: readonly GlobToken[]): (path: string) => boolean {
  const isInAnyFolder = tokens[0]?.kind === "folders";
  const rest = isInAnyFolder ? tokens.slice(2) : tokens;
  const literal = literalOf(rest);
  if (literal !== undefined) return (path) => path === literal || (isInAnyFolder && path.endsWith(`/${literal}`));
  const suffix = rest[0]?.kind === "star" ? literalOf(rest.slice(1)) : undefined;
  if (suffix !== undefined && !(isInAnyFolder && suffix.includes("/"))) {
    return (path) =>
      path.endsWith(suffix) && (isInAnyFolder || !path.slice(0, path.length - suffix.length).includes("/"));
  }
  return (path) => simulate(tokens, path);
}

function literalOf(tokens: readonly GlobToken[]): string | undefined {
  let text = "";
  for (const token of tokens) {
    if (token.kind !== "char") return undefined;
    text += token.char;
  }
  return text;
}

function simulate(tokens: readonly GlobToken[], path: string): boolean {
  let states = new Set<number>();
  enter(tokens, 0, states);
  for (const char of path) {
    const next = new Set<number>();
    for (const state of states) step(tokens, state, char, next);
    if (next.size === 0) return false;
    states = next;
  }
  return states.has(tokens.length);
}

/** Adds a state and its epsilon closure: the states reached without reading a character. */
function enter(tokens: readonly GlobToken[], state: number, states: Set<number>): void {
  if (states.has(state)) return;
  states.add(state);
  const token = tokens[state];
  if (token?.kind === "star" || token?.kind === "globstar") enter(tokens, state + 1, states);
  if (token?.kind === "folders") enter(tokens, state + 2, states);
  if (token?.kind === "jump") for (const target of token.to) enter(tokens, target, states);
}

function step(tokens: readonly GlobToken[], state: number, char: string, states: Set<number>): void {
  const token = tokens[state];
  if (!token) return;
  const isSlash = char === "/";
  if (token.kind === "char" && token.char === char) enter(tokens, state + 1, states);
  else if (token.kind === "any" && !isSlash) enter(tokens, state + 1, states);
  else if (token.kind === "star" && !isSlash) enter(tokens, state, states);
  else if (token.kind === "globstar") enter(tokens, state, states);
  else if (token.kind === "folders" || token.kind === "inFolders") {
    const inside = token.kind === "folders" ? state + 1 : state;
    states.add(inside);
    if (isSlash) enter(tokens, inside + 1, states);
  }
}
