import { isMap, parseDocument, stringify } from "yaml";
import type { Files } from "../../engine/files.js";
import { readEntryMeta, writeAuthor } from "./author-map.js";
import { inStore, storePath } from "./context-layout.js";
import { readListed } from "./entry-store.js";
import { fileKey } from "./file-key.js";
import { readFrontMatter, textField } from "./front-matter.js";
import type { Scope } from "./scope.js";
import type { EntryText, ScopeStore } from "./scope-store.js";
import type { Scopes } from "./scopes.js";

export interface Skill {
  /** Name of its folder, which is its name by the Agent Skills specification. */
  readonly name: string;
  readonly description: string;
  readonly scope: Scope;
  /** The whole SKILL.md. */
  readonly content: string;
  readonly problem?: string;
}

/** A skill after writing it; whether it is private now and git knew it before. */
export type WrittenSkill = Skill & { readonly wasTracked: boolean };

/** What is written of a skill: its whole SKILL.md, or the parts of one. */
type SkillText = EntryText & { readonly name: string };
type SkillParts = Omit<SkillText, "content"> & { readonly description: string; readonly instructions: string };

export const skillScopeFile = (name: string): string => `${name}/SKILL.md`;

export function openSkillStore(files: Files, root: string, scopes: ScopeStore) {
  const names = async ({ privatePaths }: Scopes): Promise<string[]> => {
    const hidden = privatePaths.flatMap((path) => /^skills\/([^/]+)\//.exec(path)?.[1] ?? []);
    return [...new Set([...(await files.listKind(storePath(root, "skills"), "folder")), ...hidden])].sort();
  };
  const readAll = async (names: readonly string[], known: Scopes): Promise<Skill[]> =>
    (await readListed(files, known, names, inStore.skill)).map(({ file, text, scope }) =>
      toSkill(file, text, { scope }),
    );
  const read = async (name: string): Promise<Skill | undefined> => {
    const known = await scopes.read();
    return (
      await readAll(
        (await names(known)).filter((one) => one === fileKey(name)),
        known,
      )
    )[0];
  };
  /** Replaces the whole SKILL.md. */
  const putContent = async ({ name, content, scope, author }: SkillText): Promise<WrittenSkill> => {
    const safe = fileKey(name);
    return toSkill(safe, content, await scopes.write(inStore.skill(safe), { content, scope, author }));
  };

  return {
    read,
    putContent,

    async list(): Promise<Skill[]> {
      const known = await scopes.read();
      return readAll(await names(known), known);
    },

    authorOf: async (name: string): Promise<string> =>
      (await readEntryMeta(files, root, "skills"))(skillScopeFile(fileKey(name))).author,

    async put({ name, description, instructions, ...metadata }: SkillParts): Promise<WrittenSkill> {
      const safe = fileKey(name);
      const earlier = await files.readPlain((await scopes.read()).locate(inStore.skill(safe)));
      const content = writeSkillFile({ name: safe, description, instructions }, earlier);
      return putContent({ name: safe, content, ...metadata });
    },

    async remove(name: string): Promise<boolean> {
      const safe = fileKey(name);
      if (!(await read(safe))) return false;
      await scopes.remove(inStore.skill(safe));
      await writeAuthor(files, root, "skills", { file: skillScopeFile(safe), author: undefined });
      return true;
    },
  };
}

function toSkill<T extends { readonly scope: Scope }>(name: string, content: string, { scope, ...others }: T) {
  const { description, problem } = readSkillFile(content);
  return { name, description, scope, content, ...others, ...(problem ? { problem } : {}) };
}

/** The parts of a SKILL.md: YAML between `---` lines, then Markdown. What is wrong with the YAML leaves the rest usable. */
export function readSkillFile(text: string) {
  const file = readFrontMatter(text);
  const body = file.body.trim();
  if (file.yaml === undefined) return { name: undefined, description: "", body, problem: "It has no frontmatter." };
  const description = textField(file, "description");
  const missing = description.trim() === "" ? "It has no description." : undefined;
  return { name: textField(file, "name") || undefined, description, body, problem: file.problem ?? missing };
}

/** Builds a SKILL.md. Other fields of an earlier version are kept. */
export function writeSkillFile(
  { name, description, instructions }: { name: string; description: string; instructions: string },
  earlier: string | undefined,
): string {
  const fields = stringify({ name, description: description.trim(), ...otherFields(earlier) }, { lineWidth: 0 });
  return `---\n${fields}---\n\n${instructions.trim()}\n`;
}

function otherFields(text: string | undefined): Record<string, unknown> {
  const yaml = text === undefined ? undefined : readFrontMatter(text).yaml;
  const document = yaml === undefined ? undefined : parseDocument(yaml);
  if (!document || document.errors.length > 0 || !isMap(document.contents)) return {};
  const { name: _, description: __, ...others } = document.toJS({ maxAliasCount: 100 }) as Record<string, unknown>;
  return others;
}
