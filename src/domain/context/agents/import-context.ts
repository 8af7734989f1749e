import { join } from "node:path";
import { basename } from "node:path/posix";
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
  readonly scope?: Scope | undefined;
}

/** Imports the instructions that people wrote into an agent's files. Our own exports are skipped. */
export async function importContext(
  project: ProjectContext,
  agent: string,
  { dryRun, force }: { dryRun: boolean; force: boolean },
) {
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

async function readCandidates({ files, host, root }: ProjectContext, agent: string): Promise<Candidate[]> {
  const { files: named, folders, skills, memory } = agentFilesOf(agent);
  const candidates: Candidate[] = [];
  const addKnowledge = (key: string, source: string, text: string, scope?: Scope) => {
    if (text.trim() !== "") candidates.push({ type: "knowledge", key, source, content: `${text.trim()}\n`, scope });
  };
  for (const [path, key] of Object.entries(named))
    addKnowledge(key, path, outsideBlock((await files.readPlain(join(root, path))) ?? ""));
  for (const { folder, ending, prefix } of folders) {
    for (const path of (await files.tree(join(root, folder))).filter((one) => one.endsWith(ending))) {
      const text = (await files.readPlain(join(root, folder, path))) ?? "";
      const key = fileKey(`${prefix}${path.slice(0, -ending.length)}`);
      if (!text.includes(ownMarker)) addKnowledge(key, `${folder}/${path}`, readFrontMatter(text).body);
    }
  }
  for (const name of skills ? await files.listKind(join(root, skills), "folder") : []) {
    const content = (await files.readPlain(join(root, skills ?? "", name, "SKILL.md"))) ?? "";
    if (content.trim() === "" || content.includes(ownMarker)) continue;
    candidates.push({ type: "skill", key: fileKey(name), source: `${skills}/${name}/SKILL.md`, content });
  }
  if (!memory) return candidates;
  // The agent's own notes about this project on this machine. They are personal, so they are imported as private.
  const { folder, prefix } = memory(host.home, (await files.realPath(root)) ?? root);
  for (const name of (await files.listKind(folder, "file")).filter((one) => one.endsWith(".md"))) {
    const text = outsideBlock((await files.readPlain(join(folder, name))) ?? "");
    addKnowledge(fileKey(`${prefix}${basename(name, ".md")}`), join(folder, name), text, "private");
  }
  return candidates;
}

async function compare(project: ProjectContext, { type, key, source, content }: Candidate, force: boolean) {
  const { content: before } = (await (type === "skill" ? project.skills : project.knowledge).read(key)) ?? {};
  const diff = unifiedDiff(before ?? "", content, { fromFile: key, toFile: source });
  return { type, key, source, action: importAction(before, content, force), diff };
}

async function saveEntry(
  { skills, knowledge }: ProjectContext,
  { type, key, content, scope }: Candidate,
  author: string,
): Promise<void> {
  if (type === "skill") await skills.putContent({ name: key, content, scope, author });
  else await knowledge.put({ key, content, scope, author });
}
