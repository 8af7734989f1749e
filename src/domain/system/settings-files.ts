import { AppError } from "../../base/errors.js";
import type { Home } from "../../base/home.js";
import { isObject, parseJson } from "../../base/json.js";
import { flattenSettings, type Layer, readSetting } from "../../base/resolve-settings.js";
import type { SettingName } from "../../base/settings.js";
import { sha256 } from "../../base/sha256.js";
import type { Files } from "../../engine/files.js";
import type { Lock } from "../../engine/lock.js";

/** A repository's settings. It arrives with `git clone`, so a person must approve it before it can do harm. */
export const repositorySettingsFile = ".throughline.json";
/** Another tool's allowlist of non-secrets; used once approved. */
export const allowlistFile = ".gitleaks.toml";

/** The settings files of a person and of a repository. A file that cannot be read is a layer with a problem. */
export type SettingsFiles = ReturnType<typeof createSettingsFiles>;

export function createSettingsFiles(files: Files, home: Home) {
  const isApproved = async (path: string, text: string) =>
    (await readTree(files, home.trusted)).tree[path] === sha256(text);
  /** The person's settings, ready to be replaced: an unusable file is kept under another name. */
  const openUserFile = async () => {
    const { tree, problem } = await readTree(files, home.config);
    return { tree, movedTo: problem ? await moveAside(files, home.config) : undefined };
  };
  const writeTree = (path: string, tree: Tree) =>
    files.write(path, `${JSON.stringify(tree, null, 2)}\n`, { private: true });
  return {
    async userLayer(): Promise<Layer> {
      const { tree, text, problem } = await readTree(files, home.config);
      const values = flattenSettings(tree);
      return { origin: "user file", where: home.config, values, approved: true, problem, unreadText: problem && text };
    },

    /** The repository's file at `path`; undefined if there is none. */
    async repositoryLayer(path: string): Promise<Layer | undefined> {
      const { tree, text, problem } = await readTree(files, path);
      if (text === undefined && !problem) return undefined;
      const approved = text !== undefined && (await isApproved(path, text));
      const values = flattenSettings(tree);
      return { origin: "repository file", where: path, values, approved, problem, unreadText: problem && text };
    },

    /** The text of a file if a person approved its current content. */
    async approvedText(path: string): Promise<string | undefined> {
      const { text } = await readText(files, path);
      return text !== undefined && (await isApproved(path, text)) ? text : undefined;
    },

    /** Returns where an unusable file was moved to make room, if there was one. */
    async set(name: SettingName, raw: string): Promise<string | undefined> {
      const value = readSetting(name, raw, "the command");
      const { tree, movedTo } = await openUserFile();
      await writeTree(home.config, withSetting(withoutSetting(tree, name), name.split("."), value));
      return movedTo;
    },

    /** Removes a setting from the person's file, whatever its name. */
    async unset(name: string) {
      const { tree, movedTo } = await openUserFile();
      const wasSet = Object.hasOwn(flattenSettings(tree), name);
      if (wasSet || movedTo) await writeTree(home.config, withoutSetting(tree, name));
      return { wasSet, movedTo };
    },

    /** Moves the person's file aside if no editor could open it; returns its new path. */
    async makeEditable(): Promise<string | undefined> {
      const { problem } = await readText(files, home.config);
      return problem ? moveAside(files, home.config) : undefined;
    },

    /** Approves the current content of the repository's file. */
    async trust(path: string): Promise<void> {
      const { text, problem } = await (path.endsWith(".json") ? readTree : readText)(files, path);
      if (problem)
        throw new AppError("invalid", `${path} ${problem}. It was not approved.`, {
          hint: "Correct it and try again.",
        });
      if (text === undefined)
        throw new AppError("missing", `File not found: ${path}.`, { hint: "Run this in a repository that has one." });
      const { tree, problem: isUnusable } = await readTree(files, home.trusted);
      if (isUnusable) await moveAside(files, home.trusted);
      await writeTree(home.trusted, { ...tree, [path]: sha256(text) });
    },
  };
}

/** Locks the file during a change: each change reads and writes the whole file, so a concurrent one would be lost. */
export const withConfigLock = (settingsFiles: SettingsFiles, lock: Lock, home: Home): SettingsFiles => {
  const hold = <T>(body: () => Promise<T>) => lock.hold(home.configLock, body);
  return {
    ...settingsFiles,
    set: (name, raw) => hold(() => settingsFiles.set(name, raw)),
    unset: (name) => hold(() => settingsFiles.unset(name)),
    makeEditable: () => hold(() => settingsFiles.makeEditable()),
    trust: (path) => hold(() => settingsFiles.trust(path)),
  };
};

type Tree = Readonly<Record<string, unknown>>;

/** Far more than settings need. A repository's file comes from others, and is read whenever a process starts. */
const maxBytes = 256 * 1024;

/** `problem`: why it has no effect, such as "is larger than 256 KB". */
async function readText(files: Files, path: string): Promise<{ text: string | undefined; problem?: string }> {
  try {
    return { text: await files.readUpTo(path, maxBytes) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { text: undefined, problem: error.message.replace(`${path} `, "").replace(/\.$/, "") };
  }
}

async function readTree(files: Files, path: string) {
  const { text, problem } = await readText(files, path);
  const value = text?.trim() ? parseJson(text) : {};
  const tree: Tree = isObject(value) ? value : {};
  return { text, tree, problem: isObject(value) ? problem : "is not a JSON object" };
}

/** Keeps an unusable file under the first free name, because a person may want to read it. */
async function moveAside(files: Files, path: string): Promise<string> {
  for (let n = 1; ; n++) {
    const aside = `${path}.invalid-${n}`;
    if (await files.exists(aside)) continue;
    await files.rename(path, aside);
    return aside;
  }
}

/** Removes both spellings: `{ "agent.timeout": 1 }` and `{ agent: { timeout: 1 } }`. */
function withoutSetting(tree: Tree, name: string): Tree {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([key, value]) => {
      if (key === name) return [];
      if (!name.startsWith(`${key}.`) || !isObject(value)) return [[key, value]];
      const below = withoutSetting(value, name.slice(key.length + 1));
      return Object.keys(below).length === 0 ? [] : [[key, below]];
    }),
  );
}

function withSetting(tree: Tree, [head = "", ...rest]: readonly string[], value: unknown): Tree {
  if (rest.length === 0) return { ...tree, [head]: value };
  const branch = tree[head];
  return { ...tree, [head]: withSetting(isObject(branch) ? branch : {}, rest, value) };
}
