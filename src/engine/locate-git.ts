import { dirname, join, resolve } from "node:path";

/** Where a repository keeps its own files. */
export interface GitLocation {
  /** Top folder of the working tree. */
  readonly root: string;
  /** The git folder of this working tree. */
  readonly gitDir: string;
  /** The git folder that all worktrees share. */
  readonly commonDir: string;
}

/** Reads a text file; undefined when there is none. */
type ReadText = (path: string) => Promise<string | undefined>;

/** The repository that `folder` is in, by the rules of git and without starting it. An empty `.git` folder does not count. */
export async function locateGit(read: ReadText, folder: string): Promise<GitLocation | undefined> {
  for (let ancestor = folder; ; ancestor = dirname(ancestor)) {
    const location = await locateAt(read, ancestor);
    if (location || dirname(ancestor) === ancestor) return location;
  }
}

/** The repository whose working tree begins at `root`. */
export async function locateAt(read: ReadText, root: string): Promise<GitLocation | undefined> {
  const text = (path: string) => read(path).catch(() => undefined);
  const dotGit = join(root, ".git");
  if (isHead(await text(join(dotGit, "HEAD")))) return { root, gitDir: dotGit, commonDir: dotGit };
  // Worktrees and submodules have a file that names the folder.
  const link = (await text(dotGit))?.match(/^gitdir:\s*(.+)$/m)?.[1]?.trim();
  if (!link) return undefined;
  const gitDir = resolve(root, link);
  if (!isHead(await text(join(gitDir, "HEAD")))) return undefined;
  const shared = (await text(join(gitDir, "commondir")))?.trim();
  return { root, gitDir, commonDir: shared ? resolve(gitDir, shared) : gitDir };
}

const isHead = (text: string | undefined) => text !== undefined && /^(?:ref: |[0-9a-f]{40})/.test(text);
