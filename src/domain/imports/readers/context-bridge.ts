import { parseDocument } from "yaml";
import { isObject } from "../../../base/json.js";
import { type Fields, junk, listIn, type Reader, readFiles, readTable, textOf } from "../reader.js";

/** Projects and their repositories, from the settings file of either version, or from the database. */
export const contextBridge: Reader = {
  system: "context-bridge",
  name: "Context Bridge",
  defaultPaths: ({ join, home, env }) => [
    env.CONTEXT_BRIDGE_CONFIG || join(home, ".context-bridge", "config.yaml"),
    env.CONTEXT_BRIDGE_STORAGE_PATH || join(home, ".context-bridge", "storage.db"),
  ],

  async read(path, sources) {
    if (!/\.(db|sqlite)$/.test(path)) return readFiles(path, /config\.ya?ml$/, sources, fromSettingsFile);
    const projects = await readTable(path, "projects", sources);
    const repositories = await readTable(path, "repos", sources);
    return projects.map((row) =>
      projectFrom(
        row,
        repositories.filter((one) => one.project_id === row.id),
      ),
    );
  },
};

function fromSettingsFile(text: string, file: string) {
  const document = parseDocument(text, { prettyErrors: false });
  if (document.errors.length > 0)
    return document.errors.map(({ message }) => junk(file, `It is not valid YAML: ${message}`));
  const settings: unknown = document.toJS();
  const projects = isObject(settings) && isObject(settings.projects) ? Object.entries(settings.projects) : [];
  return projects.flatMap(([name, project]) =>
    isObject(project) ? [projectFrom({ ...project, name }, repositoriesIn(project.repos))] : [],
  );
}

/** An object in newer files, a list in older ones. */
const repositoriesIn = (repos: unknown): Fields[] =>
  isObject(repos)
    ? Object.entries(repos).map(([name, one]) => ({ name, ...(isObject(one) ? one : {}) }))
    : listIn(repos);

const projectFrom = (project: Fields, repositories: readonly Fields[]) => ({
  kind: "project" as const,
  ...named(project),
  repositories: repositories
    .map((one) => ({ ...named(one), path: textOf(one, "path") }))
    .filter(({ name, path }) => name !== "" && path !== ""),
});

const named = (fields: Fields) => ({ name: textOf(fields, "name"), description: textOf(fields, "description") });
