import { join } from "node:path";
import type { Files } from "../../engine/files.js";
import { inStore } from "./context-layout.js";
import type { StoreLocation } from "./private-registry.js";

/** Local files of every store. Listed here too, because a branch older than the store has no `.gitignore` for them. */
const localPatterns = [
  "**/.scope.json",
  inStore.state,
  inStore.userPreferences,
  inStore.pending,
  inStore.lock,
  ...["knowledge", "conventions", "skills"].map((folder) => `${folder}/.gitignore`),
];

/** Names the private paths of a store in `.git/info/exclude`, which belongs to this clone and to all of its branches. */
export async function writeExcludes(
  files: Files,
  location: StoreLocation,
  privatePaths: readonly string[],
): Promise<void> {
  const path = join(location.commonDir, "info", "exclude");
  const text = (await files.readPlain(path)) ?? "";
  const [begin, end] = [`# throughline: ${location.folder}`, `# throughline end: ${location.folder}`];
  const patterns = [...localPatterns, ...privatePaths.map(escapePattern).sort()];
  const block = [begin, ...patterns.map((pattern) => `/${escapePattern(location.folder)}/${pattern}`), end, ""];
  const next = `${withoutBlock(text, begin, end)}${block.join("\n")}`;
  if (next !== text) await files.write(path, Buffer.from(next));
}

function withoutBlock(text: string, begin: string, end: string): string {
  const lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
  const [from, to] = [lines.indexOf(begin), lines.indexOf(end)];
  const rest = from < 0 || to < from ? lines : [...lines.slice(0, from), ...lines.slice(to + 1)];
  return rest.map((line) => `${line}\n`).join("");
}

/** A path as a git pattern that matches only this path. */
export const escapePattern = (path: string): string =>
  path.replace(/[\\*?[\]!#]/g, (character) => `\\${character}`).replace(/ $/, "\\ ");
