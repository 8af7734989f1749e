import { type IgnorePattern, readIgnoreLine } from "./ignore-pattern.js";

interface PlacedPattern extends IgnorePattern {
  /** Folder of its ignore file, relative to the top, ending in a slash; empty at the top. */
  readonly base: string;
}

/** The ignore rules of a folder: those of the folders above it, then its own. */
export interface IgnoreRules {
  /** The rules inside `folder` (relative, with slashes, empty for the top), given the text of its ignore file. */
  within(folder: string, text: string): IgnoreRules;
  /** Whether the entry is ignored, given that its folder is not. */
  ignores(path: string, isFolder: boolean): boolean;
}

const rulesOf = (patterns: readonly PlacedPattern[]): IgnoreRules => ({
  within(folder, text) {
    const base = folder === "" ? "" : `${folder}/`;
    const own = text
      .replace(/^\ufeff/, "")
      .split(/\r?\n|\r$/)
      .flatMap((line) => readIgnoreLine(line) ?? [])
      .map((pattern) => ({ ...pattern, base }));
    return own.length === 0 ? this : rulesOf([...patterns, ...own]);
  },

  ignores(path, isFolder) {
    // The last matching line decides, and lines further down the tree come later.
    for (let i = patterns.length - 1; i >= 0; i--) {
      const pattern = patterns[i];
      if (!pattern || (pattern.isFolderOnly && !isFolder) || !path.startsWith(pattern.base)) continue;
      if (pattern.matches(path.slice(pattern.base.length))) return !pattern.isNegated;
    }
    return false;
  },
});

export const noIgnoreRules: IgnoreRules = rulesOf([]);
