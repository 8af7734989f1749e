import type { LogEntry } from "../../../engine/git-repository.js";
import type { Call } from "../../call.js";
import { ownFrame } from "../own-frame.js";
import { stackFrames } from "../stack-frames.js";
import { statedError } from "./diagnose.js";
import { type CandidateFile, type ErrorMentions, errorWords, findErrorMentions } from "./error-mentions.js";
import { type OwnPlace, ownPlace } from "./own-place.js";
import type { OpenProjectFiles, ProjectFiles } from "./project-files.js";

/** What the project in which something failed has about the failure. */
export interface ProjectEvidence {
  /** `path:line` of the failure in the reader's own code; undefined when it is not known. */
  readonly place: string | undefined;
  /** Facts, for the likeliest cause. */
  readonly lines: readonly string[];
  /** Steps for the reader. */
  readonly advice: readonly string[];
}

interface EvidenceRequest {
  /** The whole output. */
  readonly text: string;
  /** The folder that the caller names; default: the one of the call. */
  readonly folder: string | undefined;
  /** Whether a pattern names the cause: then the place that states the message is not the question. */
  readonly isKnown: boolean;
}

export type ReadProjectEvidence = (call: Call, request: EvidenceRequest) => Promise<ProjectEvidence>;

interface Deps {
  readonly openFiles: OpenProjectFiles;
  /** Paths of the indexed files that have most of the words; none when the folder is not indexed. */
  readonly findCode: (call: Call, folder: string, words: string) => Promise<readonly string[]>;
}

const noEvidence: ProjectEvidence = { place: undefined, lines: [], advice: [] };
const noMentions: ErrorMentions = { raised: undefined, documents: [] };

export const readProjectEvidence =
  ({ openFiles, findCode }: Deps): ReadProjectEvidence =>
  async (call, { text, folder, isKnown }) => {
    if (statedError(text) === undefined && stackFrames(text).length === 0) return noEvidence;
    const files = await openFiles(call, folder ?? call.folder, folder !== undefined);
    const frame = files && (await ownPlace(files, stackFrames(text)));
    const mentions = files ? await findMentions(call, files, findCode, text) : noMentions;
    const raised = isKnown ? undefined : mentions.raised;
    const own = frame ?? raised;
    const commits = files && own ? await files.changesAt(own.path, own.line) : [];
    const guess = own ? undefined : ownFrame(text);
    return {
      place: own ? show(own) : guess,
      lines: [
        ...(raised ? [`The message is stated at ${show(raised)}: ${raised.text}`] : []),
        ...(own ? describeChanges(own, commits) : []),
        ...mentions.documents.map((one) => `${show(one)} mentions it: ${one.text}`),
      ],
      advice: [
        ...(frame ? [`Look at ${show(frame)}, the first frame of your own code in the trace`] : []),
        ...(guess ? [`Look at ${guess}, the first frame of the trace outside known libraries`] : []),
        ...(raised && !frame ? [`Look at ${show(raised)}, which states this message`] : []),
        ...mentions.documents.slice(0, 1).map((one) => `Read ${show(one)}, which mentions this error`),
      ],
    };
  };

const show = ({ path, line }: OwnPlace) => `${path}:${line}`;

async function findMentions(call: Call, files: ProjectFiles, findCode: Deps["findCode"], text: string) {
  const stated = statedError(text);
  if (stated === undefined) return noMentions;
  const candidates: CandidateFile[] = [];
  for (const path of new Set(await findCode(call, files.root, errorWords(stated).join(" ")))) {
    const content = await files.text(path);
    if (content !== undefined) candidates.push({ path, text: content });
  }
  return findErrorMentions(stated, candidates);
}

const describeChanges = ({ path }: OwnPlace, commits: readonly LogEntry[]): string[] =>
  commits.map(
    ({ commit, date, subject }) => `${path} was changed there on ${date.slice(0, 10)} (${commit}): ${subject}`,
  );
