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

/** The settings files of a person and of a repository. */
export interface SettingsFiles {
  userLayer(): Promise<Layer>;
  /** The repository's file at `path`; undefined if there is none. */
  repositoryLayer(path: string): Promise<Layer | undefined>;
  /** The text of a file if a person approved its current content. */
  approvedText(path: string): Promise<string | undefined>;
  set(name: SettingName, raw: string): Promise<void>;
  /** Approves the current content of the repository's file. */
  trust(path: string): Promise<void>;
}

export function createSettingsFiles(files: Files, home: Home): SettingsFiles {
  const readTrusted = async () => parseObject(await files.read(home.trusted), home.trusted);
  return {
    async userLayer() {
      const values = flattenSettings(parseObject(await files.read(home.config), home.config));
      return { origin: "user file", where: home.config, values, approved: true };
    },

    async repositoryLayer(path) {
      const text = await files.read(path);
      if (text === undefined) return undefined;
      const approved = (await readTrusted())[path] === sha256(text);
      return { origin: "repository file", where: path, values: flattenSettings(parseObject(text, path)), approved };
    },

    async approvedText(path) {
      const text = await files.read(path);
      return text !== undefined && (await readTrusted())[path] === sha256(text) ? text : undefined;
    },

    async set(name, raw) {
      const value = readSetting(name, raw, "the command");
      const tree = parseObject(await files.read(home.config), home.config);
      const next = withSetting(tree, name.split("."), value);
      await files.write(home.config, `${JSON.stringify(next, null, 2)}\n`, { private: true });
    },

    async trust(path) {
      const text = await files.read(path);
      if (text === undefined) {
        throw new AppError("missing", `File not found: ${path}.`, { hint: "Run this in a repository that has one." });
      }
      if (path.endsWith(".json")) parseObject(text, path);
      const trusted = { ...(await readTrusted()), [path]: sha256(text) };
      await files.write(home.trusted, `${JSON.stringify(trusted, null, 2)}\n`, { private: true });
    },
  };
}

/** Locks the file during a change: each change reads and writes the whole file, so a concurrent one would be lost. */
export const inTurns = (settingsFiles: SettingsFiles, lock: Lock, home: Home): SettingsFiles => {
  const hold = <T>(body: () => Promise<T>) => lock.hold(home.configLock, body);
  return {
    ...settingsFiles,
    set: (name, raw) => hold(() => settingsFiles.set(name, raw)),
    trust: (path) => hold(() => settingsFiles.trust(path)),
  };
};

type Tree = Readonly<Record<string, unknown>>;

function parseObject(text: string | undefined, path: string): Tree {
  if (text === undefined || text.trim() === "") return {};
  const value = parseJson(text);
  if (isObject(value)) return value;
  throw new AppError("invalid", `${path} is not a JSON object. It was not changed.`, {
    hint: "Fix it with `throughline config edit`, or remove it.",
  });
}

function withSetting(tree: Tree, [head = "", ...rest]: readonly string[], value: unknown): Tree {
  if (rest.length === 0) return { ...tree, [head]: value };
  const branch = tree[head];
  const below = typeof branch === "object" && branch !== null && !Array.isArray(branch) ? (branch as Tree) : {};
  return { ...tree, [head]: withSetting(below, rest, value) };
}
