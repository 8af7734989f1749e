import { join } from "node:path";
import { basename } from "node:path/posix";
import type { AgentFiles } from "../../../hosts/host.js";
import { fileKey } from "../../../store/context/file-key.js";
import { readFrontMatter } from "../../../store/context/front-matter.js";
import type { Scope } from "../../../store/context/scope.js";
import { unifiedDiff } from "../../merge/diff/unified-diff.js";
import { importAction } from "../bundle.js";
import type { ProjectContext } from "../project-context.js";
import { agentFilesOf, ownMarker } from "./agent-files.js";
import { outsideBlock } from "./managed-block.js";

interface Candidate {
  readonly type: "knowledge" | "skill";
  readonly key: string;
  readonly source: string;
  readonly content: string;
  readonly scope?: Scope;
}

export interface ImportedItem {
  readonly type: "knowledge" | "skill";
  readonly key: string;
  readonly source: string;
  readonly action: ReturnType<typeof importAction>;
  readonly diff: string;
}

/** Imports the instructions that people wrote into an agent's files. Our own exports are skipped. */
export async function importContext(
  project: ProjectContext,
  agent: string,
  { dryRun, force }: { dryRun: boolean; force: boolean },
): Promise<ImportedItem[]> {
  const candidates = await readCandidates(project, agent);
  const items = await Promise.all(candidates.map(async (one) => ({ one, item: await compare(project, one, force) })));
  const imports = items.filter(({ item }) => item.action === "added" || item.action === "replaced");
  if (!dryRun && imports.length > 0) {
    const author = `import:${agent} (${project.caller})`;
    await project.change(async () => {
      for (const { one } of imports) await saveEntry(project, one, author);
    });
  }
  return items.map(({ item }) => item);
}

async function readCandidates(project: ProjectContext, agent: string): Promise<Candidate[]> {
  const source = agentFilesOf(agent);
  const lists = await Promise.all([
    ...Object.entries(source.files).map(([path, key]) => readFileAt(project, path, key)),
    ...source.folders.map(({ folder, ending, prefix }) => readFolder(project, folder, ending, prefix)),
    ...(source.skills ? [readSkills(project, source.skills)] : []),
    ...(source.memory ? [readMemory(project, source.memory)] : []),
  ]);
  return lists.flat().filter(({ content }) => content.trim() !== "");
}

async function readFileAt({ files, root }: ProjectContext, path: string, key: string): Promise<Candidate[]> {
  const text = await files.readPlain(join(root, path));
  return text === undefined
    ? []
    : [{ type: "knowledge", key, source: path, content: withFinalNewline(outsideBlock(text)) }];
}

async function readFolder(
  { files, root }: ProjectContext,
  folder: string,
  ending: string,
  prefix: string,
): Promise<Candidate[]> {
  const paths = (await files.tree(join(root, folder))).filter((path) => path.endsWith(ending));
  const texts = await Promise.all(paths.map((path) => files.readPlain(join(root, folder, path))));
  return paths.flatMap((path, i) => {
    const text = texts[i] ?? "";
    const key = fileKey(`${prefix}${path.slice(0, -ending.length)}`);
    return text.includes(ownMarker)
      ? []
      : [
          {
            type: "knowledge",
            key,
            source: `${folder}/${path}`,
            content: withFinalNewline(readFrontMatter(text).body),
          },
        ];
  });
}

async function readSkills({ files, root }: ProjectContext, folder: string): Promise<Candidate[]> {
  const names = await files.listKind(join(root, folder), "folder");
  const texts = await Promise.all(names.map((name) => files.readPlain(join(root, folder, name, "SKILL.md"))));
  return names.flatMap((name, i) => {
    const text = texts[i];
    return text === undefined || text.includes(ownMarker)
      ? []
      : [{ type: "skill", key: fileKey(name), source: `${folder}/${name}/SKILL.md`, content: text }];
  });
}

/** The agent's own notes about this project on this machine. They are personal, so they are imported as private. */
async function readMemory(
  { files, host, root }: ProjectContext,
  memory: NonNullable<AgentFiles["memory"]>,
): Promise<Candidate[]> {
  const { folder, prefix } = memory(host.home, (await files.realPath(root)) ?? root);
  const names = (await files.listKind(folder, "file")).filter((name) => name.endsWith(".md"));
  const texts = await Promise.all(names.map((name) => files.readPlain(join(folder, name))));
  return names.map((name, i) => ({
    type: "knowledge",
    key: fileKey(`${prefix}${basename(name, ".md")}`),
    source: join(folder, name),
    content: withFinalNewline(outsideBlock(texts[i] ?? "")),
    scope: "private",
  }));
}

const withFinalNewline = (text: string) => `${text.trim()}\n`;

async function compare(
  project: ProjectContext,
  { type, key, source, content }: Candidate,
  force: boolean,
): Promise<ImportedItem> {
  const before =
    type === "skill" ? (await project.skills.read(key))?.content : (await project.knowledge.read(key))?.content;
  const action = importAction(before, content, force);
  return { type, key, source, action, diff: unifiedDiff(before ?? "", content, { fromFile: key, toFile: source }) };
}

async function saveEntry(
  project: ProjectContext,
  { type, key, content, scope }: Candidate,
  author: string,
): Promise<void> {
  if (type === "skill") await project.skills.putContent({ name: key, content, scope, author });
  else await project.knowledge.put({ key, content, scope, author });
}
