import { isAbsolute } from "node:path";
import { opening } from "../../base/text/sentences.js";
import type { SearchDocument } from "../../store/search/search-document.js";
import type { Ingest } from "../archive/ingest/ingest.js";
import type { Call } from "../call.js";
import { asksToContinue } from "../lessons/checkpoint-line.js";
import { oneLine } from "../lessons/lesson-line.js";
import { passagesOf } from "../lessons/passages.js";
import type { Checkpoints } from "../memory/checkpoints.js";
import { rankTexts } from "../search/rank/rank-texts.js";
import type { SearchAnswer, SearchHit, SearchRequest } from "../search/search.js";
import { createReadHit, type ReadHit, type ReadHitDeps } from "./read-hit.js";
import { shortIdOf } from "./short-id.js";

export interface RecallQuery extends Omit<SearchRequest, "tenant" | "project" | "projects"> {
  /** Path or name of a project; absent for all. */
  readonly project?: string | undefined;
}

export interface RecallHit extends SearchHit {
  /** Accepted by `read`; shorter than the document's id if it belongs to the project of the call. */
  readonly id: string;
  /** Accepted by `read` too, and easy to type. */
  readonly shortId: string;
  /** What came of an exchange, as far as it concerns the query; of other records the text, if only the title matches. */
  readonly answer?: string;
  readonly projectName: string;
  /** The file that it is in or about, if there is one. */
  readonly path?: string;
  /** First line in the file. */
  readonly line?: number;
}

export interface RecallAnswer extends SearchAnswer {
  readonly hits: readonly RecallHit[];
}

/** Searches everything: memories, fixes, sessions, team context and code. */
export interface Recall {
  /** Indexes shared files and transcripts that changed since the last search. */
  indexNewContent(call: Call, isEnough?: () => boolean): Promise<void>;
  find(call: Call, query: RecallQuery): Promise<RecallAnswer>;
  /** Searches the project of the call, and all projects if nothing in it matches. */
  findHere(call: Call, query: Omit<RecallQuery, "project">): Promise<RecallAnswer>;
  /** The states of the call's project that were saved on purpose, newest first. */
  checkpoints(call: Call, limit: number): Promise<RecallHit[]>;
  read: ReadHit;
}

interface Deps extends ReadHitDeps {
  readonly ingest: Pick<Ingest, "catchUp">;
  readonly checkpoints: Pick<Checkpoints, "list">;
}

/** Maximum amount of new transcripts to import before a search; the rest follows in the background. */
const maxCatchUpBytes = 32 * 1024 * 1024;

/** Of a saved state, which recall_read returns whole. */
const maxStateLength = 600;

export function createRecall(deps: Deps): Recall {
  const { search, code, identity, projectRegistry, ingest, indexContext } = deps;

  /** Families name the project of a record by id, name, remote or folder. */
  const projectsOf = async (call: Call, project: string): Promise<string[]> => {
    const { tenant, folder } = call;
    const [registered, identified, indexed] = await Promise.all([
      projectRegistry.namesOf(tenant, project, folder),
      identity.projectNames(call, project),
      code.projectOf(call, project),
    ]);
    const root = isAbsolute(project) ? [await identity.root(project)] : [];
    return [...new Set([...root, ...registered, ...identified, ...(indexed === undefined ? [] : [indexed])])];
  };

  const toHits = async (call: Call, hits: readonly SearchHit[], query = ""): Promise<RecallHit[]> => {
    const { tenant, folder } = call;
    const documents = hits.map(({ document }) => document);
    const [projects, lines, root] = await Promise.all([
      projectRegistry.list(tenant),
      code.linesOf(
        tenant,
        documents.filter(({ kind }) => kind === "code"),
      ),
      identity.root(folder),
    ]);
    const names = new Map(projects.map(({ id, name }) => [id, name]));
    const here = await projectRegistry.nameAt(folder);
    const indexedHere = documents.some(({ kind }) => kind === "code") ? await code.projectOf(call, folder) : undefined;
    return hits.map((hit) => {
      const { document } = hit;
      const isHere = document.project === root || document.project === indexedHere;
      const [path] = isInFile(document) ? document.files : [];
      const line = lines.get(document.id)?.start;
      const id = isHere ? idHere(document) : document.id;
      const answer = answerFor(hit, query);
      return {
        ...hit,
        id,
        shortId: id === document.id ? shortIdOf(document) : id,
        ...(answer === "" ? {} : { answer }),
        projectName: isHere ? here : (names.get(document.project) ?? lastPart(document.project)),
        ...(path === undefined ? {} : { path }),
        ...(line === undefined ? {} : { line }),
      };
    });
  };

  const find = async (call: Call, { project, ...request }: RecallQuery): Promise<RecallAnswer> => {
    const projects = project === undefined ? {} : { projects: await projectsOf(call, project) };
    const answer = await search.find({ ...request, tenant: call.tenant, ...projects });
    return { ...answer, hits: await toHits(call, answer.hits, request.query) };
  };

  const checkpoints = async (call: Call, limit: number): Promise<RecallHit[]> => {
    const listing = { projectPath: call.folder, isAutomatic: false, limit };
    const newest = (await deps.checkpoints.list(call, undefined, listing)).checkpoints;
    const ids = newest.map(({ id }) => `checkpoint/${id}`);
    const documents = await search.index.readById(call.tenant, ids);
    const hits = documents.map((document) => ({
      document,
      score: 1,
      matches: 0,
      snippet: { text: opening(document.body, maxStateLength), marks: [] },
    }));
    return toHits(
      call,
      hits.toSorted((a, b) => ids.indexOf(a.document.id) - ids.indexOf(b.document.id)),
    );
  };

  /** "Continue where the last agent stopped" shares no word with the state that the last agent saved. */
  const withState = async (call: Call, { query, kinds, limit }: RecallQuery, answer: RecallAnswer) => {
    const isWanted = asksToContinue(query) && (kinds === undefined || kinds.includes("checkpoint"));
    const state = isWanted ? await checkpoints(call, 1) : [];
    const others = answer.hits.filter(({ id }) => id !== state[0]?.id);
    return { ...answer, hits: [...state, ...others].slice(0, limit), found: state.length + others.length };
  };

  return {
    find,
    checkpoints,

    async indexNewContent(call, isEnough = () => false) {
      await indexContext(call);
      await ingest.catchUp(({ bytes }) => bytes >= maxCatchUpBytes || isEnough());
    },

    async findHere(call, query) {
      const own = await withState(call, query, await find(call, { ...query, project: call.folder }));
      if (own.hits.length > 0) return own;
      const all = await find(call, query);
      if (all.hits.length === 0) return all;
      const notice = `Nothing in ${await projectRegistry.nameAt(call.folder)} matches; these are from other projects.`;
      return { ...all, notice: [notice, all.notice].filter(Boolean).join(" ") };
    },

    read: createReadHit(deps),
  };
}

const contextKinds = new Set(["knowledge", "decision", "convention", "skill"]);

/** Files of other kinds are those that a memory or session is about. */
const isInFile = ({ kind }: SearchDocument) => kind === "code" || contextKinds.has(kind);

/** Within a project, entries of team context are known by their key, and code by its file. */
function idHere({ id, kind, title, files: [file = ""] }: SearchDocument): string {
  if (contextKinds.has(kind)) return `${kind}/${title}`;
  return kind === "code" && file !== "" ? id.slice(id.indexOf(`/${file}#`) + 1) : id;
}

const maxAnswer = 240;

/** The passage of an answer that the query is about, or its last one, which is the report. */
function answerFor({ document: { reply, title, body }, snippet }: SearchHit, query: string): string {
  if (reply === "") return title.startsWith(snippet.text) && body !== title ? opening(oneLine(body), maxAnswer) : "";
  const passages = passagesOf(reply);
  const [best] = rankTexts(query, passages, (text) => text);
  return opening(oneLine(best?.item ?? passages.at(-1) ?? reply), maxAnswer);
}

const lastPart = (project: string) => project.split("/").at(-1) ?? project;
