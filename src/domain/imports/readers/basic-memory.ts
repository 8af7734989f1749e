import { isObject, parseJson } from "../../../base/json.js";
import { readFrontMatter, textField } from "../../../store/context/front-matter.js";
import { junk, memoryOf, type Reader, readFiles, type Sources, textOf, textsIn } from "../reader.js";

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

const readNotes = (path: string, project: string, sources: Sources) =>
  readFiles(path, /\.md$/, sources, (text, file) => [fromNote(text, file, project)]);

/** Its settings list the folder of every project. A missing or cloud-only one does not stop the others. */
async function readProjects(path: string, sources: Sources) {
  const lists: ReturnType<typeof readNotes>[] = [];
  for await (const { text } of textsIn(path, /\.json$/, sources)) {
    const settings = parseJson(text);
    const projects = isObject(settings) && isObject(settings.projects) ? settings.projects : {};
    for (const [name, location] of Object.entries(projects)) {
      const folder = isObject(location) ? textOf(location, "path") : String(location ?? "");
      const unreadable = [junk(name, `its folder ${folder} cannot be read`)];
      lists.push(
        folder === "" ? Promise.resolve(unreadable) : readNotes(folder, name, sources).catch(() => unreadable),
      );
    }
  }
  return (await Promise.all(lists)).flat();
}

function fromNote(text: string, file: string, project: string) {
  const note = readFrontMatter(text);
  const name = file.split(/[\\/]/).at(-1)?.replace(/\.md$/, "") ?? file;
  const title = textField(note, "title") || /^# (.+)$/m.exec(note.body)?.[1]?.trim() || name;
  const categories = [...note.body.matchAll(/^[-*] \[([^\]x ]+)\] /gm)].map(([, category = ""]) => category);
  const tags = ["basic-memory", ...tagsOf(note.fields.tags), ...new Set(categories)];
  return memoryOf({ project, title, parts: [note.body.trim()], tags });
}

/** A list, or one line with commas. */
const tagsOf = (tags: unknown): string[] =>
  (Array.isArray(tags) ? tags : String(tags ?? "").split(",")).map((tag) =>
    String(tag)
      .replace(/["'#[\]]/g, "")
      .trim(),
  );
