import { basename, join } from "node:path";
import type { FileTree } from "../../../engine/file-tree.js";
import type { LogEntry, OpenGitRepository } from "../../../engine/git-repository.js";
import type { Call } from "../../call.js";

/** The files of the project in which something failed. Paths are relative to its top folder, with `/`. */
export interface ProjectFiles {
  readonly root: string;
  /** Files in any folder that have one of these names. */
  named(names: readonly string[]): Promise<readonly string[]>;
  exists(path: string): Promise<boolean>;
  /** Undefined for a file that is absent, unreadable, binary or large. */
  text(path: string): Promise<string | undefined>;
  /** The commits that last changed the lines around a place; none without a repository. */
  changesAt(path: string, line: number): Promise<readonly LogEntry[]>;
}

/** The project of a folder; undefined when the folder is neither in a repository nor indexed nor was named by the caller. */
export type OpenProjectFiles = (call: Call, folder: string, isNamed: boolean) => Promise<ProjectFiles | undefined>;

interface Deps {
  readonly openRepository: OpenGitRepository;
  readonly tree: Pick<FileTree, "kindOf" | "text">;
  /** Files of an indexed folder with one of these names; undefined when it is not indexed. */
  readonly indexedNamed: (
    call: Call,
    folder: string,
  ) => Promise<((names: readonly string[]) => Promise<string[]>) | undefined>;
}

const maxCommits = 2;
/** Lines before and after the failing one: about the size of a short function. */
const linesAround = 5;
/** Source maps of bundles are large. */
const maxBytes = 30_000_000;

export const openProjectFiles =
  ({ openRepository, tree, indexedNamed }: Deps): OpenProjectFiles =>
  async (call, folder, isNamed) => {
    const onDisk = (root: string) => ({
      root,
      exists: async (path: string) => (await tree.kindOf(join(root, path))) === "file",
      // Most files have no map beside them, and indexed ones may be gone.
      text: (path: string) => tree.text(join(root, path), maxBytes).catch(() => undefined),
    });
    const repository = await openRepository(folder);
    if (repository)
      return {
        ...onDisk(repository.top),
        named: (names) => repository.trackedNamed(names),
        changesAt: (path, line) =>
          repository.logLines(path, { from: Math.max(1, line - linesAround), to: line + linesAround }, maxCommits),
      };
    const indexed = await indexedNamed(call, folder);
    if (!indexed && !(isNamed && (await tree.kindOf(folder)) === "folder")) return undefined;
    return { ...onDisk(folder), named: async (names) => (await indexed?.(names)) ?? [], changesAt: async () => [] };
  };

export const nameOf = (path: string): string => basename(path.replaceAll("\\", "/"));
