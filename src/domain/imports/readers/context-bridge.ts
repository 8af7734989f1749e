import { parseDocument } from "yaml";
import { isObject } from "../../../base/json.js";
import {
  type Fields,
  type ImportedRecord,
  joinResults,
  listIn,
  type NamedText,
  type Reader,
  type ReaderResult,
  readTable,
  readTexts,
  textOf,
} from "../reader.js";

/** Projects and their repositories, from the settings file of either version, or from the database. */
export const contextBridge: Reader = {
  system: "context-bridge",
  name: "Context Bridge",
  defaultPaths: ({ join, home, env }) => [
    env.CONTEXT_BRIDGE_CONFIG || join(home, ".context-bridge", "config.yaml"),
    env.CONTEXT_BRIDGE_STORAGE_PATH || join(home, ".context-bridge", "storage.db"),
  ],

  async read(path, sources) {
    if (/\.(db|sqlite)$/.test(path)) {
      const projects = await readTable(path, "projects", sources);
      const repositories = await readTable(path, "repos", sources);
      return { items: projects.map((row) => fromRows(row, repositories)), junk: [] };
    }
    const texts = await readTexts(path, /config\.ya?ml$/, sources);
    return joinResults(texts.map(fromSettingsFile));
  },
};

function fromSettingsFile({ file, text }: NamedText): ReaderResult {
  const settings = parseDocument(text, { prettyErrors: false });
  const junk = settings.errors.map(({ message }) => ({ where: file, why: `It is not valid YAML: ${message}` }));
  return junk.length > 0 ? { items: [], junk } : { items: fromSettings(settings.toJS()), junk };
}

function fromSettings(settings: unknown): ImportedRecord[] {
  const projects = isObject(settings) && isObject(settings.projects) ? settings.projects : {};
  return Object.entries(projects)
    .filter((pair): pair is [string, Fields] => isObject(pair[1]))
    .map(([name, project]) => ({
      kind: "project",
      name,
      description: textOf(project, "description"),
      repositories: repositoriesIn(project.repos),
    }));
}

/** An object in newer files, a list in older ones. */
function repositoriesIn(repos: unknown) {
  const entries = isObject(repos)
    ? Object.entries(repos).map(([name, one]) => ({ name, ...(isObject(one) ? one : {}) }))
    : listIn(repos);
  return entries.map(repositoryFrom).filter(({ name, path }) => name !== "" && path !== "");
}

const repositoryFrom = (fields: Fields) => ({
  name: textOf(fields, "name"),
  path: textOf(fields, "path"),
  description: textOf(fields, "description"),
});

const fromRows = (project: Fields, repositories: readonly Fields[]): ImportedRecord => ({
  kind: "project",
  name: textOf(project, "name"),
  description: textOf(project, "description"),
  repositories: repositories.filter((row) => row.project_id === project.id).map(repositoryFrom),
});
