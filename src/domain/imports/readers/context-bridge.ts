import { readPlainYaml } from "../plain-yaml.js";
import { type Fields, type Imported, isFields, listIn, type Reader, readTable, readTexts, textOf } from "../reader.js";

/** Projects and their repositories, from the settings file of either version, or from the database. */
export const contextBridge: Reader = {
  system: "context-bridge",
  name: "Context Bridge",
  usualPaths: ({ join, home, env }) => [
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
    return { items: texts.flatMap(({ text }) => fromSettings(readPlainYaml(text))), junk: [] };
  },
};

function fromSettings(settings: unknown): Imported[] {
  const projects = isFields(settings) && isFields(settings.projects) ? settings.projects : {};
  return Object.entries(projects)
    .filter((pair): pair is [string, Fields] => isFields(pair[1]))
    .map(([name, project]) => ({
      kind: "project",
      name,
      description: textOf(project, "description"),
      repositories: repositoriesIn(project.repos),
    }));
}

/** An object in newer files, a list in older ones. */
function repositoriesIn(repos: unknown) {
  const entries = isFields(repos)
    ? Object.entries(repos).map(([name, one]) => ({ name, ...(isFields(one) ? one : {}) }))
    : listIn(repos);
  return entries.map(repositoryFrom).filter(({ name, path }) => name !== "" && path !== "");
}

const repositoryFrom = (fields: Fields) => ({
  name: textOf(fields, "name"),
  path: textOf(fields, "path"),
  description: textOf(fields, "description"),
});

const fromRows = (project: Fields, repositories: readonly Fields[]): Imported => ({
  kind: "project",
  name: textOf(project, "name"),
  description: textOf(project, "description"),
  repositories: repositories.filter((row) => row.project_id === project.id).map(repositoryFrom),
});
