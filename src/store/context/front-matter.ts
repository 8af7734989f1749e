import { parseDocument } from "yaml";
import { isObject } from "../../base/json.js";
import { frontMatterEnd } from "../../base/text/markdown-blocks.js";

/** A Markdown file with front matter: YAML between `---` lines, then the text. */
export interface FrontMatter {
  /** Undefined without front matter. */
  readonly yaml: string | undefined;
  /** Scalars are texts as they were written. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly body: string;
  /** What is wrong with the front matter, if anything; the fields are then read line by line. */
  readonly problem: string | undefined;
}

export function readFrontMatter(text: string): FrontMatter {
  const lines = text.split("\n");
  const end = frontMatterEnd(lines);
  if (end === 0) return { yaml: undefined, fields: {}, body: text.replace(/^\ufeff/, ""), problem: undefined };
  const yaml = lines
    .slice(1, end - 1)
    .join("\n")
    .replace(/\r$/, "");
  return { yaml, ...readFields(yaml), body: lines.slice(end).join("\n") };
}

function readFields(yaml: string): Pick<FrontMatter, "fields" | "problem"> {
  try {
    const document = parseDocument(yaml, { schema: "failsafe", prettyErrors: false });
    const [failure] = document.errors;
    if (failure) throw failure;
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    if (isObject(value)) return { fields: value, problem: undefined };
    return { fields: {}, problem: yaml.trim() === "" ? undefined : "Its frontmatter is not a map." };
  } catch (error) {
    return { fields: looseFields(yaml), problem: `Its frontmatter is not valid YAML: ${(error as Error).message}` };
  }
}

/** A lenient reading for front matter that is not valid YAML, usually because of an unquoted colon. */
function looseFields(yaml: string): Record<string, string> {
  const fields = yaml.matchAll(/^([\w-]+):[ \t]*(["']?)(.*?)\2[ \t]*\r?$/gm);
  return Object.fromEntries(Array.from(fields, ([, name = "", , value = ""]) => [name, value]));
}

/** A field that is a text; empty when it is missing, a list or a map. */
export function textField({ fields }: FrontMatter, name: string): string {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return typeof value === "string" ? value : "";
}
