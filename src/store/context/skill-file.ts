import { isMap, parseDocument, stringify } from "yaml";

/** A SKILL.md taken apart: YAML between `---` lines, then markdown. */
export interface SkillFile {
  readonly name: string | undefined;
  readonly description: string;
  readonly body: string;
  /** What is wrong with the frontmatter, if anything; the rest of the skill stays usable. */
  readonly problem: string | undefined;
}

const frame = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)(?:\r?\n)?^---[ \t]*(?:\r?\n|$)/m;

export function readSkillFile(text: string): SkillFile {
  const found = frame.exec(text);
  if (!found || found.index > 0)
    return { name: undefined, description: "", body: text.trim(), problem: "It has no frontmatter." };
  const body = text.slice(found[0].length).trim();
  const document = parseDocument(found[1] ?? "", { prettyErrors: false });
  const failure = document.errors[0];
  if (failure)
    return {
      name: undefined,
      description: looseDescription(found[1] ?? ""),
      body,
      problem: `Its frontmatter is not valid YAML: ${failure.message}`,
    };
  const fields: unknown = document.toJS({ maxAliasCount: 100 });
  const name = scalarIn(fields, "name");
  const description = scalarIn(fields, "description") ?? "";
  const problem =
    !isMap(document.contents) && found[1]?.trim()
      ? "Its frontmatter is not a map."
      : description.trim() === ""
        ? "It has no description."
        : undefined;
  return { name, description, body, problem };
}

function scalarIn(fields: unknown, name: string): string | undefined {
  if (typeof fields !== "object" || fields === null) return undefined;
  const value = (fields as Record<string, unknown>)[name];
  return value === undefined || value === null || typeof value === "object" ? undefined : String(value);
}

/** The line a person meant, when the frontmatter as a whole cannot be read (an unquoted colon is the usual reason). */
const looseDescription = (yaml: string) => /^description:[ \t]*(.*)$/m.exec(yaml)?.[1]?.trim() ?? "";

/** Builds a SKILL.md. Fields that an earlier version had beside name and description are kept. */
export function writeSkillFile(
  { name, description, instructions }: { name: string; description: string; instructions: string },
  earlier: string | undefined,
): string {
  const fields = stringify({ name, description: description.trim(), ...otherFields(earlier) }, { lineWidth: 0 });
  return `---\n${fields}---\n\n${instructions.trim()}\n`;
}

function otherFields(text: string | undefined): Record<string, unknown> {
  const yaml = text === undefined ? undefined : frame.exec(text)?.[1];
  const document = yaml === undefined ? undefined : parseDocument(yaml);
  if (!document || document.errors.length > 0 || !isMap(document.contents)) return {};
  const { name: _, description: __, ...others } = document.toJS({ maxAliasCount: 100 }) as Record<string, unknown>;
  return others;
}
