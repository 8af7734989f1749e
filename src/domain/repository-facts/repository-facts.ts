import { join } from "node:path";
import type { Files } from "../../engine/files.js";
import type { GitLocator } from "../../engine/git-locator.js";
import type { Call } from "../call.js";
import { type Lesson, titleFrom } from "../memory/lesson.js";
import type { Memories } from "../memory/memories.js";
import type { RedactionGateway } from "../redaction/redaction-gateway.js";
import type { Candidate, TextFile } from "./candidate.js";
import { isWorkflowFile, readChecks } from "./read-checks.js";
import { isDecisionFile, readDecisions } from "./read-decisions.js";
import { readHistory } from "./read-history.js";
import { isContributingFile, readRules } from "./read-rules.js";

interface Deps {
  readonly files: Pick<Files, "readUpTo">;
  readonly gitLocator: Pick<GitLocator, "locate" | "trackedFiles" | "changes">;
  readonly memories: Pick<Memories, "record" | "stateOf">;
  readonly redaction: RedactionGateway;
}

/** By which candidates of the repository are found. */
export const factTag = "repository";

/** The newest; a repository with more is read in the same time. */
const maxCommits = 20_000;
const maxBytes = 200_000;

/** What a repository already says, for a project that has no session yet. */
export type RepositoryFacts = ReturnType<typeof createRepositoryFacts>;

export function createRepositoryFacts({ files, gitLocator, memories, redaction }: Deps) {
  const readText = async (root: string, path: string): Promise<TextFile[]> => {
    const text = await files.readUpTo(join(root, path), maxBytes).catch(() => undefined);
    return text === undefined ? [] : [{ path, text: text.replaceAll("\r\n", "\n") }];
  };

  return {
    /** Reads the repository around a folder; nothing is stored. */
    async read(folder: string): Promise<Candidate[]> {
      const root = (await gitLocator.locate(folder))?.root;
      const paths = root === undefined ? undefined : await gitLocator.trackedFiles(root);
      if (root === undefined || paths === undefined) return [];
      const commits = gitLocator.changes(root, maxCommits);
      const texts = async (isWanted: (path: string) => boolean) =>
        (await Promise.all(paths.filter(isWanted).map((path) => readText(root, path)))).flat();
      const tracked = new Set(paths);
      return [
        ...readChecks(await texts(isWorkflowFile)),
        ...readDecisions(await texts(isDecisionFile)),
        ...readRules(await texts(isContributingFile)),
        ...readHistory(await commits, (path) => tracked.has(path)),
      ];
    },

    /** Stores them as candidates that agents receive once a person verifies them. Returns those that are new. */
    async offer(call: Call, candidates: readonly Candidate[]) {
      const offered: (Candidate & { readonly id: string })[] = [];
      for (const candidate of candidates) {
        const { kind, source, anchors } = candidate;
        const lesson: Lesson = {
          project: call.folder,
          title: titleFrom(redaction.text(candidate.title)),
          content: `${redaction.text(candidate.content)} (${source})`,
          outcome: "success",
          tags: [factTag, kind],
          source: "imported",
          from: source,
          anchors,
        };
        if ((await memories.stateOf(call, lesson)) !== undefined) continue;
        offered.push({ ...candidate, id: (await memories.record(call, lesson)).id });
      }
      return offered;
    },
  };
}
