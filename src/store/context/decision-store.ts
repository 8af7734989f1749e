import { AppError } from "../../base/errors.js";
import type { Files } from "../../engine/files.js";
import { inStore } from "./context-layout.js";
import {
  type DecisionStatus,
  type DecisionText,
  readDecision,
  withStatus,
  writeDecision,
} from "./decision-markdown.js";
import { fileNames, readListed } from "./entry-store.js";
import { fileSlug } from "./file-key.js";
import type { Scope } from "./scope.js";
import type { ScopeStore } from "./scope-store.js";
import type { Scopes } from "./scopes.js";

export interface Decision extends DecisionText {
  readonly id: number;
  /** Name of its file, which is also its key in the scope map. */
  readonly file: string;
  readonly scope: Scope;
  /** The whole file. */
  readonly raw: string;
}

export function openDecisionStore(files: Files, root: string, scopes: ScopeStore) {
  const pathOf = (file: string) => inStore.entry("decisions", file);
  const names = async (known: Scopes) => decisionFiles(await fileNames(files, root, "decisions", known));
  const list = async (): Promise<Decision[]> => {
    const known = await scopes.read();
    const ids = new Map((await names(known)).map(({ file, id }) => [file, id]));
    const listed = await readListed(files, known, [...ids.keys()], pathOf);
    return listed.map(({ file, text, scope }) => ({
      id: ids.get(file) ?? 0,
      file,
      scope,
      raw: text,
      ...readDecision(text, titleIn(file)),
    }));
  };

  return {
    /** In order of their numbers. */
    list,

    /** By number, else by title or part of it. */
    async find(idOrTitle: string): Promise<Decision | undefined> {
      const name = idOrTitle.trim();
      if (name === "") return undefined;
      const decisions = await list();
      return /^\d+$/.test(name) ? decisions.find(({ id }) => id === Number(name)) : findByTitle(decisions, name);
    },

    /** Records a decision under the next number. The caller holds the store's lock. */
    async record({
      scope = "public",
      status = "accepted",
      ...text
    }: Omit<DecisionText, "status"> & { status?: DecisionStatus; scope?: Scope | undefined }): Promise<Decision> {
      if (text.title.trim() === "") throw new AppError("invalid", "A decision needs a title.");
      const id = nextNumber(await names(await scopes.read()));
      const file = `${String(id).padStart(4, "0")}-${fileSlug(text.title, 60)}.md`;
      const decision = { ...text, status };
      const raw = writeDecision(id, decision);
      await scopes.write(pathOf(file), { content: raw, scope });
      return { id, file, scope, raw, ...decision };
    },

    async setStatus({ file, raw }: Decision, status: DecisionStatus): Promise<void> {
      await scopes.write(pathOf(file), { content: withStatus(raw, status) });
    },

    /** Replaces the whole file; its name stays even if the title changes. */
    async rewrite({ file }: Decision, text: string): Promise<void> {
      await scopes.write(pathOf(file), { content: text });
    },

    remove: ({ file }: Decision): Promise<void> => scopes.remove(pathOf(file)),
  };
}

export interface NumberedFile {
  readonly file: string;
  readonly id: number;
}

/** The files that are decisions, in order of their numbers. */
export const decisionFiles = (names: readonly string[]): NumberedFile[] =>
  names
    .flatMap((file) => {
      const number = /^(\d+)-.*\.md$/s.exec(file)?.[1];
      return number === undefined ? [] : [{ file, id: Number(number) }];
    })
    .sort((a, b) => a.id - b.id || (a.file < b.file ? -1 : 1));

export const nextNumber = (existing: readonly NumberedFile[]): number =>
  1 + Math.max(0, ...existing.map(({ id }) => id));

const titleIn = (file: string) => file.replace(/^\d+-|\.md$/g, "").replaceAll("-", " ");

/** The decision with that title, else the first whose title or file name contains it. */
function findByTitle(decisions: readonly Decision[], name: string): Decision | undefined {
  const normalize = (text: string) => text.toLowerCase().replace(/\s+/g, " ").trim();
  const slug = fileSlug(name, 200);
  return (
    decisions.find(({ title }) => normalize(title) === normalize(name)) ??
    decisions.find(({ title, file }) => normalize(title).includes(normalize(name)) || file.includes(slug))
  );
}
