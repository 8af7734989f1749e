import { isMap, parseDocument, stringify } from "yaml";
import { readFrontMatter, textField } from "./front-matter.js";

/** The parts of a SKILL.md: YAML between `---` lines, then Markdown. */
export interface SkillFile {
  readonly name: string | undefined;
  readonly description: string;
  readonly body: string;
  /** What is wrong with the frontmatter, if anything; the rest of the skill stays usable. */
  readonly problem: string | undefined;
}

export function readSkillFile(text: string): SkillFile {
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
