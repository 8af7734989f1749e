import { globMatcher } from "../../base/text/glob.js";

/** What is left out of a folder and of those below it. */
export interface IgnoreRules {
  /** The rules with those of an ignore file in `folder` (relative, with slashes, empty for the top). */
  within(folder: string, text: string): IgnoreRules;
  /** Whether the entry is ignored, given that its folder is not. */
  ignores(path: string, isFolder: boolean): boolean;
}

interface Line {
  readonly isNegated: boolean;
  readonly isFolderOnly: boolean;
  /** Takes a path from the top, with a slash before it. */
  matches(path: string): boolean;
}

/**
 * Lines of ignore files where git does not list the files: names, paths, `*`, `**`, `?`, `[ab]`, `!` and the slash of a
 * folder. The last matching line decides, and those of folders further down come later.
 */
const rulesOf = (lines: readonly Line[]): IgnoreRules => ({
  within(folder, text) {
    const own = text.split(/\r?\n/).flatMap((line) => readLine(line.trim(), folder) ?? []);
    return own.length === 0 ? this : rulesOf([...lines, ...own]);
  },
  ignores(path, isFolder) {
    const last = lines.findLast((line) => (isFolder || !line.isFolderOnly) && line.matches(`/${path}`));
    return last !== undefined && !last.isNegated;
  },
});

export const noIgnoreRules: IgnoreRules = rulesOf([]);

function readLine(line: string, folder: string): Line | undefined {
  const pattern = line.replace(/^!/, "").replace(/\/$/, "");
  if (pattern === "" || line.startsWith("#")) return undefined;
  const base = folder === "" ? "/" : `/${folder}/`;
  // A slash anywhere but at the end anchors the pattern to the folder of its file.
  const anchored = pattern.includes("/") ? pattern.replace(/^\//, "") : `**/${pattern}`;
  const matches = globMatcher(base + anchored.replace(/\[([^\][!^-]+)\]/g, (_, set: string) => `{${[...set].join()}}`));
  return { isNegated: line.startsWith("!"), isFolderOnly: line.endsWith("/"), matches };
}
