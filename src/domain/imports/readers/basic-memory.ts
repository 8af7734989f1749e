import { type Imported, type NamedText, type Reader, readTexts } from "../reader.js";

/** Notes in Markdown with front matter; observations are list items that begin with a category. */
export const basicMemory: Reader = {
  system: "basic-memory",
  name: "basic-memory",
  usualPath: ({ join, home }) => join(home, "basic-memory"),
  read: async (path, sources) => ({ items: (await readTexts(path, /\.md$/, sources)).map(fromNote), junk: [] }),
};

function fromNote({ file, text }: NamedText): Imported {
  const [, matter = "", body = text] = /^\ufeff?---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/.exec(text) ?? [];
  const title = field(matter, "title") || /^# (.+)$/m.exec(body)?.[1]?.trim() || nameOf(file);
  const categories = [...body.matchAll(/^[-*] \[([^\]x ]+)\] /gm)].map(([, category = ""]) => category);
  const tags = ["basic-memory", ...tagsOf(matter), ...new Set(categories)];
  return { kind: "memory", project: "", title, content: body.trim(), outcome: "success", tags };
}

const field = (matter: string, name: string): string =>
  new RegExp(`^${name}:[ \\t]*["']?(.*?)["']?[ \\t]*$`, "m").exec(matter)?.[1] ?? "";

/** Written in one line, or as a list below. */
function tagsOf(matter: string): string[] {
  const line = field(matter, "tags").replace(/^\[|\]$/g, "");
  const below = /^tags:[ \t]*\r?\n((?:[ \t]*- .*(?:\r?\n|$))+)/m.exec(matter)?.[1] ?? "";
  return [...line.split(","), ...below.split("\n").map((item) => item.replace(/^[ \t]*- /, ""))]
    .map((tag) => tag.replace(/["'\r#]/g, "").trim())
    .filter((tag) => tag !== "");
}

const nameOf = (file: string) => file.split(/[\\/]/).at(-1)?.replace(/\.md$/, "") ?? file;
