import { join } from "node:path";
import { AppError } from "../../../base/errors.js";
import { markdownHeadings } from "../../../base/text/markdown-blocks.js";
import type { AgentFiles } from "../../../hosts/host.js";
import type { Decision } from "../../../store/context/decision-store.js";
import type { Entry } from "../../../store/context/entry-store.js";
import { fileKey } from "../../../store/context/file-key.js";
import type { Skill } from "../../../store/context/skill-store.js";
import { unifiedDiff } from "../../merge/diff/unified-diff.js";
import { listWithScope } from "../entries.js";
import type { ProjectContext } from "../project-context.js";
import { agentFilesOf, ownMarker } from "./agent-files.js";
import { writeBlock } from "./managed-block.js";

type ExportedContext = Awaited<ReturnType<typeof readExportedContext>>;

/** Entries that came from an agent's file are not written back into one. */
const isImported = ({ key }: Entry) =>
  /^(?:project-instructions|agents-instructions|gemini-instructions|gemini-styleguide|codex-instructions|copilot-instructions|cursorrules)$|^(?:rule|cursor-rule|copilot-rule|opencode-agent|opencode-command|claude-memory)-/.test(
    key,
  );

/** The public entries, which may be written to an agent's own files. */
async function readExportedContext(project: ProjectContext) {
  const [conventions, knowledge, decisions, skills] = await Promise.all([
    listWithScope(project.conventions, "public"),
    listWithScope(project.knowledge, "public"),
    listWithScope(project.decisions, "public"),
    listWithScope(project.skills, "public"),
  ]);
  return { conventions, knowledge: knowledge.filter((entry) => !isImported(entry)), decisions, skills };
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

/** Writes public entries into an agent's instruction files; `remove` removes them again. */
export async function exportContext(
  project: ProjectContext,
  agent: string,
  { dryRun, remove }: { dryRun: boolean; remove: boolean },
) {
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
async function planFolder({ files, root }: ProjectContext, folder: string, expectedFiles: ReadonlyMap<string, string>) {
  const existingPaths = (await files.tree(join(root, folder))).map((path) => `${folder}/${path}`);
  const changes = [...new Set([...existingPaths, ...expectedFiles.keys()])].map(async (path) => {
    const before = await files.readPlain(join(root, path));
    const isOurs = before?.includes(ownMarker) ?? expectedFiles.has(path);
    return { path, before, after: isOurs ? expectedFiles.get(path) : before };
  });
  return Promise.all(changes);
}

function ruleFiles({ folder, ending }: NonNullable<AgentFiles["rules"]>, { conventions, knowledge }: ExportedContext) {
  const rule = (kind: "convention" | "knowledge", { key, content }: Entry) => {
    const isConvention = kind === "convention";
    const head = `description: ${JSON.stringify(`Team ${kind}: ${key}`)}\nalwaysApply: ${isConvention}`;
    return [
      `${folder}/throughline-${isConvention ? "convention-" : ""}${fileKey(key)}${ending}`,
      `---\n${head}\n---\n\n${ownMarker}\n\n${content.trim()}\n`,
    ] as const;
  };
  return new Map([
    ...conventions.map((entry) => rule("convention", entry)),
    ...knowledge.map((entry) => rule("knowledge", entry)),
  ]);
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
    if (real === join(home, ...parent)) return;
    const message = `${parent.join("/")} is a link that leaves the project (${real}). Nothing was written.`;
    if (real !== undefined) throw new AppError("forbidden", message);
  }
}

async function applyChange({ files, root }: ProjectContext, { path, after }: FileChange): Promise<void> {
  if (after !== undefined) return files.write(join(root, path), after);
  await files.remove(join(root, path));
  const folder = join(root, path, "..");
  if (path.endsWith("/SKILL.md") && (await files.list(folder)).length === 0) await files.remove(folder);
}

function toAnswer({ path: target, before = "", after }: FileChange) {
  const diff = unifiedDiff(before, after ?? "", { fromFile: target, toFile: target });
  if (after === undefined) return { target, action: "removed", description: "what is no longer shared", diff };
  const description = before === "" ? "a new file" : "what changed in the store";
  return { target, action: "written", description, diff };
}
