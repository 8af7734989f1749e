import { join } from "node:path";
import { countEach } from "../../base/text/count-each.js";
import type { FileTree } from "../../engine/file-tree.js";
import type { GitLocator } from "../../engine/git-locator.js";
import { fileRoleOf } from "./file-role.js";
import type { WalkedFile } from "./walk-repository.js";

interface Deps {
  readonly tree: Pick<FileTree, "read">;
  readonly gitLocator: Pick<GitLocator, "commits">;
}

/** With fewer files all are embedded so soon that their order does not matter. */
const minFiles = 200;
const maxCommits = 500;
/** Imports are at the beginning of a file. */
const headBytes = 8192;
const imports = /^[^\n]*\b(?:import|from|require|require_relative|use|using|include)\b[^\n]*/gm;
/** Names of files that stand for their folder. */
const folderFiles = /^(?:index|mod|lib|main|__init__)$/;

/**
 * Files in the order in which they are written and therefore embedded: questions are about sources more often than not,
 * and about those that others import and that were changed recently more often than about the rest.
 */
export async function inEmbeddingOrder(
  { tree, gitLocator }: Deps,
  root: string,
  files: readonly WalkedFile[],
): Promise<WalkedFile[]> {
  const sources = files.filter(({ path }) => fileRoleOf(path) === "source");
  const others = files.filter(({ path }) => fileRoleOf(path) !== "source");
  if (sources.length < minFiles) return [...sources, ...others];
  const [uses, changes] = [await countUses(tree, root, sources), await countChanges(gitLocator, root)];
  const scores = new Map(
    sources.map(({ path }) => [path, Math.log2(1 + usesOf(path, uses)) + Math.log2(1 + (changes.get(path) ?? 0))]),
  );
  const scoreOf = ({ path }: WalkedFile) => scores.get(path) ?? 0;
  return [...sources.sort((a, b) => scoreOf(b) - scoreOf(a) || (a.path < b.path ? -1 : 1)), ...others];
}

/** In how many files an import has each name. */
async function countUses(tree: Deps["tree"], root: string, files: readonly WalkedFile[]): Promise<Map<string, number>> {
  const used: string[] = [];
  for (const { path } of files) {
    const head = Buffer.from((await tree.read(join(root, path)))?.subarray(0, headBytes) ?? []).toString("latin1");
    used.push(...new Set((head.match(imports) ?? []).flatMap((line) => line.match(/\w+/g) ?? [])));
  }
  return countEach(used);
}

/** Go imports the folder, most other languages the file. */
function usesOf(path: string, uses: ReadonlyMap<string, number>): number {
  const [folder = "", name = ""] = path.split("/").slice(-2);
  const stem = name.replace(/\..*$/, "");
  return uses.get(folderFiles.test(stem) || name.endsWith(".go") ? folder : stem) ?? 0;
}

async function countChanges(gitLocator: Deps["gitLocator"], root: string): Promise<Map<string, number>> {
  const log = await gitLocator.commits(root, undefined, maxCommits);
  return countEach(log?.commits.flatMap(({ files }) => files) ?? []);
}
