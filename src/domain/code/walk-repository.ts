import { join } from "node:path";
import { globMatcher, globsMatcher } from "../../base/text/glob.js";
import type { FileTree } from "../../engine/file-tree.js";
import type { GitLocator } from "../../engine/git-locator.js";
import { secretFileRule } from "../redaction/rules/secret-files.js";
import { type FileSet, fileSetOf, looksBuilt } from "./build-output.js";

/** What is left out of a folder and of those below it. */
interface IgnoreRules {
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

export interface WalkOptions {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly maxFileSize: number;
}

export interface WalkedFile {
  readonly path: string;
  readonly bytes: number;
  readonly stamp: string;
}

export interface SkippedFile {
  readonly path: string;
  readonly reason: string;
}

const ignoreFileNames = [".gitignore", ".dockerignore", ".contextdignore"];
/** Excluded where there is no ignore file. */
const fallbackExclusions = [".git/**", "node_modules/**", "vendor/**", "__pycache__/**"];
/** Files that are secret as a whole, excluded regardless of the ignore files. */
const secretNames =
  /(?:^|\/)(?:\.env(?:\.(?!example$|sample$|template$|dist$)[^/]*)?|\.netrc|\.pgpass|\.htpasswd|id_(?:rsa|dsa|ecdsa|ed25519)|[^/]*\.(?:pem|key|keystore|jks))$/;
/** Folders of installed packages and caches, left out even where an ignore file forgets them. */
const installedFolders = new Set(
  "node_modules bower_components __pycache__ .venv site-packages .tox .mypy_cache .pytest_cache .gradle .terraform".split(
    " ",
  ),
);
const versionControlFolders = new Set([".git", ".hg", ".svn"]);

/** The files of a repository to index, in a fixed order; which were left out, and the patterns in effect. */
export async function walkRepository(
  tree: FileTree,
  root: string,
  options: WalkOptions,
  git: Pick<GitLocator, "listedFiles" | "trackedFiles">,
) {
  const listedIn = async (folder: string): Promise<FileSet | undefined> => {
    const paths = await git.listedFiles(join(root, folder));
    return paths && fileSetOf(paths.map((path) => below(folder, path)));
  };
  const read = async (path: string) => {
    const bytes = await tree.read(join(root, path));
    return bytes ? new TextDecoder().decode(bytes) : "";
  };
  const isIncluded = globsMatcher(options.include);
  const isAskedFor = (name: string) => options.include.some((one) => one.includes(name));
  const isInstalled = (name: string) => installedFolders.has(name) && !isAskedFor(name);
  const files: WalkedFile[] = [];
  const skipped: SkippedFile[] = [];
  const skip = (reason: string, path: string) => void skipped.push({ path, reason });

  let tracked: Promise<FileSet> | undefined;
  /** Read when a folder looks built, which is seldom: ignore files name most of them. */
  const trackedFiles = () => {
    tracked ??= git.trackedFiles(root).then((paths) => fileSetOf(paths ?? []));
    return tracked;
  };

  /** `beside` has the names of the folder's neighbors; `only`, inside build output, the files that are read. */
  const visit = async (
    folder: string,
    above: IgnoreRules,
    listed: FileSet | undefined,
    beside: readonly string[],
    only: FileSet | undefined,
  ): Promise<void> => {
    if (only && !only.hasBelow(folder)) return;
    const entries = await tree.entries(join(root, folder));
    if (!entries) return skip("unreadable", folder);
    const [names, name] = [entries.map((one) => one.name), folder.slice(folder.lastIndexOf("/") + 1)];
    const isBuilt = only === undefined && folder !== "" && looksBuilt(name, beside, names) && !isAskedFor(name);
    const inBuilt = isBuilt ? await trackedFiles() : only;
    if (isBuilt) skip("build_output", folder);
    if (isBuilt && !inBuilt?.hasBelow(folder)) return;
    const isListed = listed !== undefined;
    const rules = folder === "" ? above : await withIgnoreFiles(read, folder, names, above, isListed);
    const isIgnored = (path: string, isFolder: boolean) =>
      rules.ignores(path, isFolder) || (isListed && !(isFolder ? listed.hasBelow(path) : listed.has(path)));
    const own: string[] = [];
    for (const { name, kind } of entries) {
      const path = below(folder, name);
      // A folder in a repository, a file in a worktree.
      if (versionControlFolders.has(name)) continue;
      if (kind === "other") skip("link", path);
      else if (kind === "folder") {
        // A repository inside this one is an entry of its own.
        const isRepository = listed?.has(path) || listed?.has(`${path}/`);
        const inside = isRepository ? await listedIn(path) : listed;
        if (!isInstalled(name) && (isRepository ? !rules.ignores(path, true) : !isIgnored(path, true)))
          await visit(path, rules, inside, names, inBuilt);
      } else if (inBuilt && !inBuilt.has(path)) continue;
      else if (isIgnored(path, false)) skip("ignored", path);
      else if (!isIncluded(path)) skip("not_included", path);
      else if (secretNames.test(path) || secretFileRule(path) !== undefined) skip("secret", path);
      else own.push(path);
    }
    for (const path of own) {
      const stamp = await tree.stamp(join(root, path));
      if (stamp && stamp.bytes > options.maxFileSize) skip("too_large", path);
      else if (stamp) files.push({ path, ...stamp });
    }
  };

  const listedAtTop = await listedIn("");
  const names = (await tree.entries(root))?.map(({ name }) => name) ?? [];
  const { rules, excluded } = await topRules(read, names, options.exclude, listedAtTop !== undefined);
  await visit("", rules, listedAtTop, [], undefined);
  return { files, skipped, excluded };
}

type ReadText = (path: string) => Promise<string>;

/**
 * The rules at the top, and the patterns that are reported: those of the caller, else those of the ignore files, else the
 * fallback. Where git lists the files, its own are applied already.
 */
async function topRules(read: ReadText, names: readonly string[], exclude: readonly string[], isListed: boolean) {
  const rules = (await withIgnoreFiles(read, "", names, noIgnoreRules, isListed)).within("", exclude.join("\n"));
  // Below the top folder of a repository, ignore files above it count.
  const hasFiles = names.some((name) => ignoreFileNames.includes(name)) || (isListed && !names.includes(".git"));
  const excluded = exclude.length > 0 ? exclude : hasFiles ? await ignoreLines(read) : fallbackExclusions;
  // Without any ignore file, the fallback applies at every level.
  const anywhere = fallbackExclusions.map((one) => `**/${one}`).join("\n");
  return { rules: hasFiles ? rules : rules.within("", anywhere), excluded };
}

const ignoreLines = async (read: ReadText): Promise<string[]> =>
  (await Promise.all(ignoreFileNames.map(read)))
    .flatMap((text) => text.split(/\r?\n/))
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .slice(0, 200);

async function withIgnoreFiles(
  read: ReadText,
  folder: string,
  names: readonly string[],
  above: IgnoreRules,
  isListed: boolean,
): Promise<IgnoreRules> {
  let rules = above;
  for (const name of ignoreFileNames.filter((one) => names.includes(one) && !(isListed && one === ".gitignore"))) {
    const text = await read(below(folder, name));
    rules = rules.within(folder, name === ".dockerignore" ? anchorLines(text) : text);
  }
  return rules;
}

/** Docker's patterns are relative to the file's folder: `app` is not `src/app`. */
const anchorLines = (text: string) => text.replace(/^(!?)(?=[^\s!#/])/gm, "$1/");

const below = (folder: string, path: string) => (folder === "" || path === "" ? folder + path : `${folder}/${path}`);
