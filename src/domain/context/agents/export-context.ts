import { join } from "node:path";
import { AppError } from "../../../base/errors.js";
import type { Entry } from "../../../store/context/entry-store.js";
import { fileKey } from "../../../store/context/file-key.js";
import type { Skill } from "../../../store/context/skill-store.js";
import { unifiedDiff } from "../../merge/diff/unified-diff.js";
import type { ProjectContext } from "../project-context.js";
import { type AgentFiles, type AgentName, agentFiles, ownMarker } from "./agent-files.js";
import { blockText, type ExportedContext, readExported } from "./exported-context.js";
import { writeBlock } from "./managed-block.js";

/** What becomes of one file of an agent. Undefined stands for no file. */
interface FileChange {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface ExportedFile {
  readonly target: string;
  readonly action: "written" | "removed" | "kept";
  readonly description: string;
  readonly diff: string;
}

/** Writes public entries where an agent looks for them; `remove` takes all of it away again. */
export async function exportContext(
  project: ProjectContext,
  agent: AgentName,
  { dryRun, remove }: { dryRun: boolean; remove: boolean },
): Promise<ExportedFile[]> {
  const nothing: ExportedContext = { conventions: [], knowledge: [], decisions: [], skills: [] };
  const context = remove ? nothing : await readExported(project);
  const target: AgentFiles = agentFiles[agent];
  const planned = [
    ...(target.block ? [await planBlock(project, target.block, context)] : []),
    ...(target.rules ? await planFolder(project, target.rules.folder, ruleFiles(target.rules, context)) : []),
    ...(target.skills ? await planFolder(project, target.skills, skillFiles(target.skills, context.skills)) : []),
  ];
  const changed = planned.filter(({ before, after }) => before !== after);
  for (const { path } of changed) await refuseOutside(project, path);
  if (!dryRun) for (const change of changed) await apply(project, change);
  return changed.map(toAnswer);
}

async function planBlock({ files, root }: ProjectContext, path: string, context: ExportedContext): Promise<FileChange> {
  const before = await files.readPlain(join(root, path));
  const after = writeBlock(before ?? "", blockText(context));
  // A file that held nothing but our block goes with it.
  return { path, before, after: after === "" && before !== "" ? undefined : after };
}

/** Files of ours that are wanted no more are removed; a person's file of the same name stays as it is. */
async function planFolder(
  { files, root }: ProjectContext,
  folder: string,
  wanted: ReadonlyMap<string, string>,
): Promise<FileChange[]> {
  const present = (await files.tree(join(root, folder))).map((path) => `${folder}/${path}`);
  const candidates = [...new Set([...present, ...wanted.keys()])];
  const changes = await Promise.all(
    candidates.map(async (path): Promise<FileChange> => {
      const before = await files.readPlain(join(root, path));
      const isOurs = before?.includes(ownMarker) ?? wanted.has(path);
      return { path, before, after: isOurs ? wanted.get(path) : before };
    }),
  );
  return changes;
}

function ruleFiles(
  { folder, ending }: NonNullable<AgentFiles["rules"]>,
  { conventions, knowledge }: ExportedContext,
): Map<string, string> {
  const rule = (kind: string, isAlways: boolean) => (entry: Entry) =>
    [
      `${folder}/throughline-${kind}${fileKey(entry.key)}${ending}`,
      `---\ndescription: ${JSON.stringify(`Team ${kind === "" ? "knowledge" : "convention"}: ${entry.key}`)}\nalwaysApply: ${isAlways}\n---\n\n${ownMarker}\n\n${entry.content.trim()}\n`,
    ] as const;
  return new Map([...conventions.map(rule("convention-", true)), ...knowledge.map(rule("", false))]);
}

const skillFiles = (folder: string, skills: readonly Skill[]): Map<string, string> =>
  new Map(
    skills.map(({ name, content }) => [
      `${folder}/${fileKey(name)}/SKILL.md`,
      `${content.trimEnd()}\n\n${ownMarker}\n`,
    ]),
  );

/** A folder of the project may be a link that leads elsewhere; nothing is written through it. */
async function refuseOutside({ files, root }: ProjectContext, path: string): Promise<void> {
  const home = (await files.realPath(root)) ?? root;
  const steps = path.split("/").slice(0, -1);
  for (let depth = steps.length; depth > 0; depth--) {
    const inside = steps.slice(0, depth);
    const real = await files.realPath(join(root, ...inside));
    if (real === undefined) continue;
    if (real !== join(home, ...inside)) {
      throw new AppError(
        "forbidden",
        `${inside.join("/")} is a link that leaves the project (${real}). Nothing was written.`,
      );
    }
    return;
  }
}

async function apply({ files, root }: ProjectContext, { path, after }: FileChange): Promise<void> {
  if (after !== undefined) return files.write(join(root, path), after);
  await files.remove(join(root, path));
  const folder = join(root, path, "..");
  if (path.endsWith("/SKILL.md") && (await files.list(folder)).length === 0) await files.remove(folder);
}

const toAnswer = ({ path, before = "", after }: FileChange): ExportedFile => ({
  target: path,
  action: after === undefined ? "removed" : "written",
  description:
    after === undefined ? "what is no longer shared" : before === "" ? "a new file" : "what changed in the store",
  diff: unifiedDiff(before, after ?? "", { fromFile: path, toFile: path }),
});
