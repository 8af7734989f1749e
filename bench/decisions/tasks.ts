import { readFileSync } from "node:fs";
import { join } from "node:path";

interface Turn {
  readonly person: string;
  readonly agent: string;
}

interface Chat {
  readonly project: string;
  readonly day: string;
  readonly turns: readonly Turn[];
}

interface Commit {
  readonly project: string;
  readonly day: string;
  readonly subject: string;
  readonly body: string;
  readonly files: readonly string[];
}

interface TestFile {
  readonly file: string;
  readonly content: string;
}

/** A change whose right form depends on a decision that only an earlier chat or commit states. */
export interface Task {
  readonly id: string;
  readonly project: string;
  readonly source: "chat" | "amended" | "commit";
  readonly file: string;
  readonly issue: string;
  readonly failing_test: TestFile & { readonly command: string };
  /** Passes only if every part of the decision is followed. */
  readonly hidden_test: TestFile;
  /** The module as it should become, as agents write it who do not know the decision, and by the rule that was replaced. */
  readonly right: string;
  readonly naive: readonly string[];
  readonly stale?: string;
  /** `match` has an expression for each part. */
  readonly decision: { readonly parts: readonly string[]; readonly match: readonly string[] };
  readonly stale_match?: readonly string[];
  readonly chats?: readonly Omit<Chat, "project">[];
  readonly commit?: Omit<Commit, "project">;
}

export interface Project {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly tasks: readonly Task[];
  /** The oldest first. */
  readonly chats: readonly Chat[];
  readonly commits: readonly Commit[];
}

const folder = join(import.meta.dirname, "..", "..", "lab", "decisions");
const read = (path: string) => JSON.parse(readFileSync(path, "utf8"));

const byDay = (a: { day: string }, b: { day: string }) => (a.day < b.day ? -1 : Number(a.day > b.day));

/** The tasks of a file, by project, among conversations and commits about other things. */
export function readProjects(file = join(folder, "tasks.json")): Project[] {
  const tasks: readonly Task[] = read(file);
  const chats: readonly Chat[] = read(join(folder, "decoys.json"));
  const commits: readonly Commit[] = read(join(folder, "decoy-commits.json"));
  const projects: Record<string, Record<string, string>> = read(join(folder, "projects.json"));
  return Object.entries(projects).map(([name, files]) => {
    const own = tasks.filter(({ project }) => project === name);
    const isOwn = ({ project }: { project: string }) => project === name;
    const ofTasks = own.flatMap((task) => (task.chats ?? []).map((chat) => ({ ...chat, project: name })));
    const stated = own.flatMap(({ commit }) => (commit ? [{ ...commit, project: name }] : []));
    return {
      name,
      files,
      tasks: own,
      chats: [...chats.filter(isOwn), ...ofTasks].toSorted(byDay),
      commits: [...commits.filter(isOwn), ...stated].toSorted(byDay),
    };
  });
}
