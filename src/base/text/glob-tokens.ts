/**
 * A compiled glob: characters and sets of them, any character, any run without a slash (`star`), any run at all (`deep`),
 * any number of whole folders (`folders` and `inFolders`, always together), and jumps between alternatives.
 */
export type GlobToken =
  | { readonly is: "char"; readonly char: string }
  | { readonly is: "class"; readonly has: (char: string) => boolean }
  | { readonly is: "jump"; readonly to: number[] }
  | { readonly is: "any" | "star" | "deep" | "folders" | "inFolders" };

/**
 * Follows all ways through the pattern at once, so a match takes time in proportion to path times pattern: patterns are a
 * stranger's text. Plain names and endings, which most patterns are, are compared as such.
 */
export function tokenMatcher(tokens: readonly GlobToken[]): (path: string) => boolean {
  const isAnywhere = tokens[0]?.is === "folders";
  const rest = isAnywhere ? tokens.slice(2) : tokens;
  const literal = literalOf(rest);
  if (literal !== undefined) return (path) => path === literal || (isAnywhere && path.endsWith(`/${literal}`));
  const ending = rest[0]?.is === "star" ? literalOf(rest.slice(1)) : undefined;
  if (ending !== undefined && !(isAnywhere && ending.includes("/"))) {
    return (path) => path.endsWith(ending) && (isAnywhere || !path.slice(0, path.length - ending.length).includes("/"));
  }
  return (path) => run(tokens, path);
}

function literalOf(tokens: readonly GlobToken[]): string | undefined {
  let text = "";
  for (const token of tokens) {
    if (token.is !== "char") return undefined;
    text += token.char;
  }
  return text;
}

function run(tokens: readonly GlobToken[], path: string): boolean {
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

/** Adds a state with those that follow from it without reading a character. */
function enter(tokens: readonly GlobToken[], state: number, into: Set<number>): void {
  if (into.has(state)) return;
  into.add(state);
  const token = tokens[state];
  if (token?.is === "star" || token?.is === "deep") enter(tokens, state + 1, into);
  if (token?.is === "folders") enter(tokens, state + 2, into);
  if (token?.is === "jump") for (const to of token.to) enter(tokens, to, into);
}

function step(tokens: readonly GlobToken[], state: number, char: string, into: Set<number>): void {
  const token = tokens[state];
  if (!token) return;
  const isSlash = char === "/";
  if (token.is === "char" && token.char === char) enter(tokens, state + 1, into);
  else if (token.is === "any" && !isSlash) enter(tokens, state + 1, into);
  else if (token.is === "class" && token.has(char)) enter(tokens, state + 1, into);
  else if (token.is === "star" && !isSlash) enter(tokens, state, into);
  else if (token.is === "deep") enter(tokens, state, into);
  else if (token.is === "folders" || token.is === "inFolders") {
    const inside = token.is === "folders" ? state + 1 : state;
    into.add(inside);
    if (isSlash) enter(tokens, inside + 1, into);
  }
}
