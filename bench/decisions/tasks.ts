import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface Turn {
  readonly person: string;
  readonly agent: string;
}

export interface Chat {
  readonly project: string;
  readonly day: string;
  readonly turns: readonly Turn[];
}

export interface Commit {
  readonly project: string;
  readonly day: string;
  readonly subject: string;
  readonly body: string;
  readonly files: readonly string[];
}

/** A change whose right form depends on a decision that only an earlier chat or commit states. */
export interface Task {
  readonly id: string;
  readonly project: string;
  readonly source: "chat" | "amended" | "commit";
  readonly file: string;
  readonly code: string;
  readonly issue: string;
  readonly failing_test: { readonly command: string; readonly output: string };
  /** Each part must be known; `match` has an expression for each. */
  readonly decision: { readonly parts: readonly string[]; readonly match: readonly string[] };
  /** Expressions of the rule that was replaced. */
  readonly stale?: { readonly match: readonly string[] };
  readonly chats?: readonly Omit<Chat, "project">[];
  readonly commit?: Omit<Commit, "project">;
}

const read = <T>(name: string): readonly T[] =>
  JSON.parse(readFileSync(join(import.meta.dirname, name), "utf8")) as readonly T[];

export const tasks = read<Task>("tasks.json");
const decoys = read<Chat>("decoys.json");
const decoyCommits = read<Commit>("decoy-commits.json");

const byDay = (a: { day: string }, b: { day: string }) => (a.day < b.day ? -1 : Number(a.day > b.day));

export const chatsOf = (project: string): Chat[] =>
  [
    ...decoys.filter((one) => one.project === project),
    ...tasks
      .filter((task) => task.project === project)
      .flatMap(({ chats = [] }) => chats.map((chat) => ({ ...chat, project }))),
  ].toSorted(byDay);

export const commitsOf = (project: string): Commit[] =>
  [
    ...decoyCommits.filter((one) => one.project === project),
    ...tasks
      .filter((task) => task.project === project)
      .flatMap(({ commit }) => (commit ? [{ ...commit, project }] : [])),
  ].toSorted(byDay);
