import {
  type Imported,
  isFields,
  joinReadings,
  type NamedText,
  parseJson,
  type Reader,
  type Reading,
  readTexts,
  type Sources,
  textOf,
} from "../reader.js";

/** Notes in Markdown with front matter; observations are list items that begin with a category. */
export const basicMemory: Reader = {
  system: "basic-memory",
  name: "basic-memory",
  usualPaths: ({ join, home, env }) => [
    join(env.BASIC_MEMORY_CONFIG_DIR || join(home, ".basic-memory"), "config.json"),
    join(env.BASIC_MEMORY_HOME || join(home, "basic-memory")),
  ],
  read: (path, sources) => (path.endsWith(".json") ? readProjects(path, sources) : readNotes(path, "", sources)),
};

async function readNotes(path: string, project: string, sources: Sources): Promise<Reading> {
  return { items: (await readTexts(path, /\.md$/, sources)).map((note) => fromNote(note, project)), junk: [] };
}

/** Its settings list the folder of every project. */
async function readProjects(path: string, sources: Sources): Promise<Reading> {
  const [settings] = await readTexts(path, /\.json$/, sources);
  const value = parseJson(settings?.text ?? "");
  const projects = isFields(value) && isFields(value.projects) ? Object.entries(value.projects) : [];
  return joinReadings(await Promise.all(projects.map(([name, place]) => readProject(name, place, sources))));
}

/** A missing or cloud-only folder does not stop the others. */
async function readProject(name: string, place: unknown, sources: Sources): Promise<Reading> {
  const folder = isFields(place) ? textOf(place, "path") : String(place ?? "");
  const gone: Reading = { items: [], junk: [{ where: name, why: `its folder ${folder} cannot be read` }] };
  return folder === "" ? gone : readNotes(folder, name, sources).catch(() => gone);
}

function fromNote({ file, text }: NamedText, project: string): Imported {
  const [, matter = "", body = text] = /^\ufeff?---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/.exec(text) ?? [];
  const title = field(matter, "title") || /^# (.+)$/m.exec(body)?.[1]?.trim() || nameOf(file);
  const categories = [...body.matchAll(/^[-*] \[([^\]x ]+)\] /gm)].map(([, category = ""]) => category);
  const tags = ["basic-memory", ...tagsOf(matter), ...new Set(categories)];
  return { kind: "memory", project, title, content: body.trim(), outcome: "success", tags, from: file };
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
