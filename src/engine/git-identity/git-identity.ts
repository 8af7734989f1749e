import { execFile } from "node:child_process";
import { access, realpath } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import type { ReadRepositoryFacts, RepositoryFacts } from "../repository-facts.js";

const run = promisify(execFile);
const keptMs = 30_000;

/** Asks git, and remembers the answer for a while: every call of a session is about the same folder. */
export function gitIdentity(): ReadRepositoryFacts {
  const known = new Map<string, { facts: Promise<RepositoryFacts>; until: number }>();
  return (folder) => {
    const kept = known.get(folder);
    if (kept && kept.until > Date.now()) return kept.facts;
    const facts = readFacts(folder);
    known.set(folder, { facts, until: Date.now() + keptMs });
    return facts;
  };
}

async function readFacts(folder: string): Promise<RepositoryFacts> {
  const real = await realpath(folder).catch(() => resolve(folder));
  const places = (await git(real, "rev-parse", "--path-format=absolute", "--show-toplevel", "--git-common-dir"))?.split(
    "\n",
  );
  const userName = await git(real, "config", "--get", "user.name");
  const [root, shared] = places ?? [];
  if (!root || !shared) {
    const marked = await markedFolder(real);
    return { root: marked, shared: marked, remote: undefined, userName };
  }
  return {
    root,
    shared: await realpath(shared),
    remote: await git(real, "config", "--get", "remote.origin.url"),
    userName,
  };
}

/** The nearest folder upwards with a `.git` in it, for repositories that git itself cannot read. */
async function markedFolder(from: string): Promise<string> {
  for (let folder = from; dirname(folder) !== folder; folder = dirname(folder)) {
    const isMarked = await access(join(folder, ".git")).then(
      () => true,
      () => false,
    );
    if (isMarked) return folder;
  }
  return from;
}

/** What git prints, or undefined when it fails, prints nothing or is not there. */
async function git(folder: string, ...args: string[]): Promise<string | undefined> {
  try {
    const { stdout } = await run("git", ["-C", folder, ...args], { timeout: 5000 });
    return stdout.trim() || undefined;
  } catch {
    return undefined;
  }
}
