import { join, relative, sep } from "node:path";
import { globMatcher } from "../../base/text/glob.js";
import type { FileTree } from "../../engine/file-tree.js";
import type { Excludes } from "../../engine/git-locator.js";
import { secretFileRule } from "../redaction/rules/secret-files.js";
import { looksBuilt, type TrackedFiles, trackedFilesOf } from "./build-output.js";
import { type IgnoreRules, noIgnoreRules } from "./ignore-rules.js";

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

export interface Walk {
  readonly files: readonly WalkedFile[];
  /** How many files were left out, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  /** Files that a person may miss, with the reason: not those that ignore files and patterns leave out. */
  readonly skippedFiles: readonly SkippedFile[];
  /** The patterns in effect: those of the caller, else those of the ignore files, else the fallback. */
  readonly excluded: readonly string[];
}

export const ignoreFileNames = [".gitignore", ".dockerignore", ".contextdignore"];
/** Excluded where there is no ignore file. */
export const fallbackExclusions = [".git/**", "node_modules/**", "vendor/**", "__pycache__/**"];
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

/** What git knows about the walked folder. */
export interface GitFiles extends Excludes {
  trackedFiles(): Promise<readonly string[] | undefined>;
}

/** The files of a repository to index, in a fixed order. */
export async function walkRepository(
  tree: FileTree,
  root: string,
  options: WalkOptions,
  git?: GitFiles,
): Promise<Walk> {
  const walkRoot = walkRootOf(root, git);
  const top = await topRules(tree, walkRoot, options);
  const includes = options.include.map(globMatcher);
  const files: WalkedFile[] = [];
  const skipped: Record<string, number> = {};
  const skippedFiles: SkippedFile[] = [];
  const skip = (reason: string, path: string) => {
    skipped[reason] = (skipped[reason] ?? 0) + 1;
    if (reason !== "ignored" && reason !== "not_included") skippedFiles.push({ path, reason });
  };
  const isInstalled = (name: string) => installedFolders.has(name) && !isAskedFor(name);

  let tracked: Promise<TrackedFiles> | undefined;
  /** Read when a folder looks built, which is seldom: ignore files name most of them. */
  const trackedFiles = () => {
    tracked ??= (git?.trackedFiles() ?? Promise.resolve([])).then((paths) => trackedFilesOf(paths ?? []));
    return tracked;
  };
  const isAskedFor = (name: string) => options.include.some((one) => one.includes(name));

  /** `beside` has the names of the folder's neighbors; `only`, inside build output, the files that are read. */
  const visit = async (
    folder: string,
    above: IgnoreRules,
    beside: readonly string[],
    only: TrackedFiles | undefined,
  ): Promise<void> => {
    if (only && !only.hasBelow(folder)) return;
    const entries = await tree.entries(join(root, folder));
    if (!entries) return skip("unreadable", folder);
    const [names, name] = [entries.map((one) => one.name), folder.slice(folder.lastIndexOf("/") + 1)];
    const isBuilt = only === undefined && folder !== "" && looksBuilt(name, beside, names) && !isAskedFor(name);
    const inBuilt = isBuilt ? await trackedFiles() : only;
    if (isBuilt) skip("build_output", folder);
    if (isBuilt && !inBuilt?.hasBelow(folder)) return;
    const rules = folder === "" ? above : await withIgnoreFiles(tree, walkRoot, folder, entries, above);
    const own: string[] = [];
    for (const { name, kind } of entries) {
      const path = below(folder, name);
      // A folder in a repository, a file in a worktree.
      if (versionControlFolders.has(name)) continue;
      if (kind === "other") skip("link", path);
      else if (kind === "folder") {
        if (!isInstalled(name) && !rules.ignores(below(walkRoot.prefix, path), true))
          await visit(path, rules, names, inBuilt);
      } else if (inBuilt && !inBuilt.has(path)) continue;
      else if (rules.ignores(below(walkRoot.prefix, path), false)) skip("ignored", path);
      else if (!includes.some((fits) => fits(path))) skip("not_included", path);
      else if (secretNames.test(path) || secretFileRule(path) !== undefined) skip("secret", path);
      else own.push(path);
    }
    for (const path of own) await addFile(path);
  };

  const addFile = async (path: string) => {
    const stamp = await tree.stamp(join(root, path));
    if (stamp && stamp.bytes > options.maxFileSize) skip("too_large", path);
    else if (stamp) files.push({ path, ...stamp });
  };

  await visit("", top.rules, [], undefined);
  return { files, skipped, skippedFiles, excluded: top.excluded };
}

/** The walked folder and its position in the repository: rules are relative to the repository's top. */
interface WalkRoot {
  readonly root: string;
  readonly top: string;
  /** From the top to the root, with slashes; empty when they are the same. */
  readonly prefix: string;
  readonly outer: readonly string[];
}

function walkRootOf(root: string, excludes: Excludes | undefined): WalkRoot {
  const prefix = excludes ? relative(excludes.root, root).split(sep).join("/") : "";
  const isInside = excludes !== undefined && !prefix.startsWith("..") && !prefix.includes(":");
  return isInside
    ? { root, top: excludes.root, prefix, outer: excludes.texts }
    : { root, top: root, prefix: "", outer: [] };
}

async function topRules(tree: FileTree, walkRoot: WalkRoot, { exclude }: WalkOptions) {
  const outer = walkRoot.outer.reduce((all, text) => all.within("", text), noIgnoreRules);
  const inherited = await inheritedRules(tree, walkRoot, outer);
  const entries = (await tree.entries(walkRoot.root)) ?? [];
  const rules = await withIgnoreFiles(tree, walkRoot, "", entries, inherited);
  const hasFiles = entries.some(({ name }) => ignoreFileNames.includes(name)) || inherited !== outer;
  const named = exclude.length > 0 ? rules.within(walkRoot.prefix, exclude.join("\n")) : rules;
  if (hasFiles)
    return { rules: named, excluded: exclude.length > 0 ? exclude : await ignoreLines(tree, walkRoot.root) };
  // Without any ignore file, the fallback applies at every level.
  const anywhere = fallbackExclusions.map((one) => `**/${one}`).join("\n");
  return { rules: named.within("", anywhere), excluded: exclude.length > 0 ? exclude : fallbackExclusions };
}

/** Includes the rules of the folders above the walked one. */
async function inheritedRules(tree: FileTree, { top, prefix }: WalkRoot, outer: IgnoreRules): Promise<IgnoreRules> {
  let rules = outer;
  const folders = prefix === "" ? [] : prefix.split("/");
  for (const [i] of folders.entries()) {
    const folder = folders.slice(0, i).join("/");
    rules = rules.within(folder, decode(await tree.read(join(top, folder, ".gitignore"))));
  }
  return rules;
}

async function ignoreLines(tree: FileTree, root: string): Promise<string[]> {
  const texts = await Promise.all(ignoreFileNames.map(async (name) => decode(await tree.read(join(root, name)))));
  return texts
    .flatMap((text) => text.split(/\r?\n/))
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .slice(0, 200);
}

async function withIgnoreFiles(
  tree: FileTree,
  { root, prefix }: WalkRoot,
  folder: string,
  entries: readonly { readonly name: string }[],
  above: IgnoreRules,
): Promise<IgnoreRules> {
  const present = new Set(entries.map(({ name }) => name));
  let rules = above;
  for (const name of ignoreFileNames) {
    if (!present.has(name)) continue;
    const text = decode(await tree.read(join(root, folder, name)));
    rules = rules.within(below(prefix, folder), name === ".dockerignore" ? anchorLines(text) : text);
  }
  return rules;
}

/** Docker's patterns are relative to the file's folder: `app` is not `src/app`. */
const anchorLines = (text: string) => text.replace(/^(!?)(?=[^\s!#/])/gm, "$1/");

const below = (folder: string, path: string) => (folder === "" || path === "" ? folder + path : `${folder}/${path}`);
const decode = (bytes: Uint8Array | undefined) => (bytes ? new TextDecoder().decode(bytes) : "");
