import { join } from "node:path";
import { AppError } from "../../../base/errors.js";
import { markdownHeadings } from "../../../base/text/markdown-blocks.js";
import type { AgentFiles } from "../../../hosts/host.js";
import type { Decision } from "../../../store/context/decision-store.js";
import type { Entry } from "../../../store/context/entry-store.js";
import { fileKey } from "../../../store/context/file-key.js";
import type { Skill } from "../../../store/context/skill-store.js";
import { unifiedDiff } from "../../merge/diff/unified-diff.js";
import type { ProjectContext } from "../project-context.js";
import { agentFilesOf, ownMarker } from "./agent-files.js";
import { writeBlock } from "./managed-block.js";

/** The public entries, which may be written to an agent's own files. */
interface ExportedContext {
  readonly conventions: readonly Entry[];
  readonly knowledge: readonly Entry[];
  readonly decisions: readonly Decision[];
  readonly skills: readonly Skill[];
}

/** Entries that came from an agent's file are not written back into one. */
const isImported = ({ key }: Entry) =>
  /^(?:project-instructions|agents-instructions|gemini-instructions|gemini-styleguide|codex-instructions|copilot-instructions|cursorrules)$|^(?:rule|cursor-rule|copilot-rule|opencode-agent|opencode-command|claude-memory)-/.test(
    key,
  );

async function readExportedContext(project: ProjectContext): Promise<ExportedContext> {
  const isPublic = ({ scope }: { readonly scope: string }) => scope === "public";
  const [conventions, knowledge, decisions, skills] = await Promise.all([
    project.conventions.list(),
    project.knowledge.list(),
    project.decisions.list(),
    project.skills.list(),
  ]);
  return {
    conventions: conventions.filter(isPublic),
    knowledge: knowledge.filter((entry) => isPublic(entry) && !isImported(entry)),
    decisions: decisions.filter(isPublic),
    skills: skills.filter(isPublic),
  };
}

/** All entries as one block of Markdown; empty without entries. */
function blockText({ conventions, knowledge, decisions }: ExportedContext): string {
  const parts = [
    ...conventions.map(({ key, content }) => `### Convention: ${key}\n\n${nestHeadings(content)}`),
    ...knowledge.map(({ key, content }) => `### ${key}\n\n${nestHeadings(content)}`),
    ...(decisions.length > 0 ? [`### Decisions\n\n${decisions.map(decisionLine).join("\n")}`] : []),
  ];
  return parts.length === 0 ? "" : ["## Team context", ...parts].join("\n\n");
}

const decisionLine = ({ id, title, status }: Decision) => `- **${String(id).padStart(4, "0")}** ${title} (${status})`;

/** Lowers an entry's headings below the heading with its key, except in code. */
function nestHeadings(content: string): string {
  const lines = content.trim().split("\n");
  for (const { start } of markdownHeadings(lines))
    lines[start] = lines[start]?.replace(/^ {0,3}(#{1,3}) /, "###$1 ") ?? "";
  return lines.join("\n");
}

/** A change to one file of an agent. Undefined means that there is no file. */
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

/** Writes public entries into an agent's instruction files; `remove` removes them again. */
export async function exportContext(
  project: ProjectContext,
  agent: string,
  { dryRun, remove }: { dryRun: boolean; remove: boolean },
): Promise<ExportedFile[]> {
  const emptyContext: ExportedContext = { conventions: [], knowledge: [], decisions: [], skills: [] };
  const context = remove ? emptyContext : await readExportedContext(project);
  const target = agentFilesOf(agent);
  const changes = [
    ...(target.block ? [await planBlock(project, target.block, context)] : []),
    ...(target.rules ? await planFolder(project, target.rules.folder, ruleFiles(target.rules, context)) : []),
    ...(target.skills ? await planFolder(project, target.skills, skillFiles(target.skills, context.skills)) : []),
  ];
  const pending = changes.filter(({ before, after }) => before !== after);
  for (const { path } of pending) await requireInsideProject(project, path);
  if (!dryRun) for (const change of pending) await applyChange(project, change);
  return pending.map(toAnswer);
}

async function planBlock({ files, root }: ProjectContext, path: string, context: ExportedContext): Promise<FileChange> {
  const before = await files.readPlain(join(root, path));
  const after = writeBlock(before ?? "", blockText(context));
  // A file that held only our block is removed with it.
  return { path, before, after: after === "" && before !== "" ? undefined : after };
}

/** Our files that are no longer needed are removed; a person's file of the same name stays as it is. */
async function planFolder(
  { files, root }: ProjectContext,
  folder: string,
  expectedFiles: ReadonlyMap<string, string>,
): Promise<FileChange[]> {
  const existingPaths = (await files.tree(join(root, folder))).map((path) => `${folder}/${path}`);
  const candidates = [...new Set([...existingPaths, ...expectedFiles.keys()])];
  const changes = await Promise.all(
    candidates.map(async (path): Promise<FileChange> => {
      const before = await files.readPlain(join(root, path));
      const isOurs = before?.includes(ownMarker) ?? expectedFiles.has(path);
      return { path, before, after: isOurs ? expectedFiles.get(path) : before };
    }),
  );
  return changes;
}

function ruleFiles(
  { folder, ending }: NonNullable<AgentFiles["rules"]>,
  { conventions, knowledge }: ExportedContext,
): Map<string, string> {
  const rule = (kind: string, alwaysApplies: boolean) => (entry: Entry) =>
    [
      `${folder}/throughline-${kind}${fileKey(entry.key)}${ending}`,
      `---\ndescription: ${JSON.stringify(`Team ${kind === "" ? "knowledge" : "convention"}: ${entry.key}`)}\nalwaysApply: ${alwaysApplies}\n---\n\n${ownMarker}\n\n${entry.content.trim()}\n`,
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

/** A folder of the project may be a link to another location; nothing is written through it. */
async function requireInsideProject({ files, root }: ProjectContext, path: string): Promise<void> {
  const home = (await files.realPath(root)) ?? root;
  const folders = path.split("/").slice(0, -1);
  for (let depth = folders.length; depth > 0; depth--) {
    const parent = folders.slice(0, depth);
    const real = await files.realPath(join(root, ...parent));
    if (real === undefined) continue;
    if (real !== join(home, ...parent)) {
      throw new AppError(
        "forbidden",
        `${parent.join("/")} is a link that leaves the project (${real}). Nothing was written.`,
      );
    }
    return;
  }
}

async function applyChange({ files, root }: ProjectContext, { path, after }: FileChange): Promise<void> {
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
