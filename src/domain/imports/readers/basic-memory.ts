import { isObject, parseJson } from "../../../base/json.js";
import { readFrontMatter, textField } from "../../../store/context/front-matter.js";
import {
  type ImportedRecord,
  joinResults,
  type NamedText,
  type Reader,
  type ReaderResult,
  readTexts,
  type Sources,
  textOf,
} from "../reader.js";

/** Notes in Markdown with front matter; observations are list items that begin with a category. */
export const basicMemory: Reader = {
  system: "basic-memory",
  name: "basic-memory",
  defaultPaths: ({ join, home, env }) => [
    join(env.BASIC_MEMORY_CONFIG_DIR || join(home, ".basic-memory"), "config.json"),
    join(env.BASIC_MEMORY_HOME || join(home, "basic-memory")),
  ],
  read: (path, sources) => (path.endsWith(".json") ? readProjects(path, sources) : readNotes(path, "", sources)),
};

const readNotes = async (path: string, project: string, sources: Sources): Promise<ReaderResult> => ({
  items: (await readTexts(path, /\.md$/, sources)).map((note) => fromNote(note, project)),
  junk: [],
});

/** Its settings list the folder of every project. */
async function readProjects(path: string, sources: Sources): Promise<ReaderResult> {
  const [settings] = await readTexts(path, /\.json$/, sources);
  const value = parseJson(settings?.text ?? "");
  const projects = isObject(value) && isObject(value.projects) ? Object.entries(value.projects) : [];
  return joinResults(await Promise.all(projects.map(([name, location]) => readProject(name, location, sources))));
}

/** A missing or cloud-only folder does not stop the others. */
async function readProject(name: string, location: unknown, sources: Sources): Promise<ReaderResult> {
  const folder = isObject(location) ? textOf(location, "path") : String(location ?? "");
  const unreadable: ReaderResult = { items: [], junk: [{ where: name, why: `its folder ${folder} cannot be read` }] };
  return folder === "" ? unreadable : readNotes(folder, name, sources).catch(() => unreadable);
}

function fromNote({ file, text }: NamedText, project: string): ImportedRecord {
  const note = readFrontMatter(text);
  const { body } = note;
  const title = textField(note, "title") || /^# (.+)$/m.exec(body)?.[1]?.trim() || nameOf(file);
  const categories = [...body.matchAll(/^[-*] \[([^\]x ]+)\] /gm)].map(([, category = ""]) => category);
  const tags = ["basic-memory", ...tagsOf(note.fields.tags), ...new Set(categories)];
  return { kind: "memory", project, title, content: body.trim(), outcome: "success", tags, from: file };
}

/** A list, or one line with commas. */
const tagsOf = (tags: unknown): string[] =>
  (Array.isArray(tags) ? tags : String(tags ?? "").split(","))
    .map((tag) =>
      String(tag)
        .replace(/["'#[\]]/g, "")
        .trim(),
    )
    .filter((tag) => tag !== "");

const nameOf = (file: string) => file.split(/[\\/]/).at(-1)?.replace(/\.md$/, "") ?? file;
