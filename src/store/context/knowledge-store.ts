import { AppError } from "../../base/errors.js";
import type { Files } from "../../engine/files.js";
import { contextPaths, fileKey, type Scope } from "./context-layout.js";

export interface Knowledge {
  readonly key: string;
  readonly content: string;
  readonly scope: Scope;
}

/** Knowledge entries as markdown files; read from disk each time, so that edits by hand show. */
export interface KnowledgeStore {
  list(root: string): Promise<Knowledge[]>;
  read(root: string, key: string): Promise<Knowledge | undefined>;
  /** Writes the entry and answers the key it is kept under. Without a scope, the one it has stays. */
  put(root: string, entry: { key: string; content: string; scope?: Scope }): Promise<string>;
}

export function openKnowledgeStore(files: Files): KnowledgeStore {
  const readEntry = async (root: string, key: string, scopes: Scopes | "damaged"): Promise<Knowledge | undefined> => {
    const content = await files.read(contextPaths(root).knowledgeEntry(key));
    return content === undefined ? undefined : { key, content, scope: scopeIn(scopes, key) };
  };
  const readScopes = async (root: string): Promise<Scopes | "damaged"> =>
    parseScopes(await files.read(contextPaths(root).knowledgeScopes));

  return {
    async list(root) {
      const scopes = await readScopes(root);
      const names = (await files.list(contextPaths(root).knowledge)).filter((name) => name.endsWith(".md"));
      const entries = await Promise.all(names.map((name) => readEntry(root, name.slice(0, -3), scopes)));
      return entries.filter((entry) => entry !== undefined);
    },

    read: async (root, key) => readEntry(root, fileKey(key), await readScopes(root)),

    async put(root, { key, content, scope }) {
      const safe = fileKey(key);
      const paths = contextPaths(root);
      if (scope) {
        // Before the content: an entry meant to be private is never public in between.
        const known = await readScopes(root);
        if (known === "damaged") throw damagedMap(paths.knowledgeScopes);
        const { [`${safe}.md`]: _, ...others } = known;
        const scopes = scope === "public" ? others : { ...others, [`${safe}.md`]: scope };
        await files.write(paths.knowledgeScopes, `${JSON.stringify(scopes, null, 2)}\n`);
      }
      await files.write(paths.knowledgeEntry(safe), content);
      return safe;
    },
  };
}

type Scopes = Readonly<Record<string, Scope>>;

/** Only what is not public is listed. */
function parseScopes(text: string | undefined): Scopes | "damaged" {
  try {
    return JSON.parse(text ?? "{}") as Scopes;
  } catch {
    return "damaged";
  }
}

/** When the map cannot be read, nothing counts as public. */
const scopeIn = (scopes: Scopes | "damaged", key: string): Scope =>
  scopes === "damaged" ? "private" : (scopes[`${key}.md`] ?? "public");

const damagedMap = (path: string) =>
  new AppError("conflict", `${path} is damaged, so scopes cannot be changed. Nothing was written.`, {
    hint: "Mend the file by hand or take it back from git; it is JSON of file names and scopes.",
  });
