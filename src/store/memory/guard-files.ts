import { basename, join } from "node:path";
import { parseJson } from "../../base/json.js";
import { fnv1a } from "../../base/text/fnv1a.js";
import type { Files } from "../../engine/files.js";
import type { Condition, Guard } from "./guard.js";

/**
 * What concerns the actions in a project, for hooks: one small file for each project's folder, so that an action that
 * concerns nothing is let through without a database. The database decides about all others.
 */
export interface GuardIndex {
  readonly root: string;
  readonly forms: readonly Condition[];
  /** Every word of what may be said about a file, between spaces; absent where that is not known. */
  readonly words?: string;
}

export interface GuardFiles {
  /** Folders of the projects that have one. */
  roots(): Promise<string[]>;
  write(index: GuardIndex): Promise<void>;
  /** What the person decided about guards that came with the repository, by rule. */
  decided(root: string): Promise<Readonly<Record<string, readonly Guard[]>>>;
  decide(root: string, rule: string, guards: readonly Guard[]): Promise<void>;
}

export const guardFile = (folder: string, root: string): string =>
  join(folder, `${fnv1a(root).toString(16)}-${basename(root).slice(0, 50)}.json`);

export function guardFilesIn(folder: string, files: Files): GuardFiles {
  const decisions = (root: string) => guardFile(folder, root).replace(/json$/, "team");
  const decided = async (root: string) =>
    (parseJson((await files.read(decisions(root))) ?? "") ?? {}) as Record<string, readonly Guard[]>;

  return {
    decided,
    decide: async (root, rule, guards) =>
      files.write(decisions(root), `${JSON.stringify({ ...(await decided(root)), [rule]: guards })}\n`, {
        private: true,
      }),

    async roots() {
      const names = (await files.list(folder)).filter((name) => name.endsWith(".json"));
      const texts = await Promise.all(names.map((name) => files.read(join(folder, name))));
      return texts.flatMap((text) => (parseJson(text ?? "") as Partial<GuardIndex> | undefined)?.root ?? []);
    },

    async write(index) {
      const path = guardFile(folder, index.root);
      const text = `${JSON.stringify(index)}\n`;
      if ((await files.read(path)) !== text) await files.write(path, text, { private: true });
    },
  };
}
