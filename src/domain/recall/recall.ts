import { isAbsolute } from "node:path";
import { opening } from "../../base/text/sentences.js";
import { exchangeKind } from "../../store/archive/exchange-document.js";
import type { ExchangeStore } from "../../store/archive/exchange-store.js";
import type { SearchDocument } from "../../store/search/search-document.js";
import type { Ingest } from "../archive/ingest/ingest.js";
import type { Call } from "../call.js";
import { asksToContinue } from "../lessons/checkpoint-line.js";
import { requestOf } from "../lessons/earlier-work.js";
import { oneLine } from "../lessons/lesson-line.js";
import { passagesOf } from "../lessons/passages.js";
import type { Checkpoints } from "../memory/checkpoints.js";
import { rankTexts } from "../search/rank/rank-texts.js";
import type { SearchAnswer, SearchHit, SearchRequest } from "../search/search.js";
import { createReadHit, type ReadHitDeps } from "./read-hit.js";
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
  readonly answer?: string | undefined;
  readonly projectName: string;
  /** The file that it is in or about, if there is one. */
  readonly path?: string | undefined;
  /** First line in the file. */
  readonly line?: number | undefined;
}

export interface RecallAnswer extends SearchAnswer {
  readonly hits: readonly RecallHit[];
}

interface Deps extends ReadHitDeps {
  readonly ingest: Pick<Ingest, "catchUp">;
  readonly checkpoints: Pick<Checkpoints, "list">;
  readonly exchanges: Pick<ExchangeStore, "after">;
}

/** Maximum amount of new transcripts to import before a search; the rest follows in the background. */
const maxCatchUpBytes = 32 * 1024 * 1024;

/** Of a saved state, which recall_read returns whole. */
const maxStateLength = 600;

/** Searches everything: memories, fixes, sessions, team context and code. */
export type Recall = ReturnType<typeof createRecall>;

export function createRecall(deps: Deps) {
  const { search, code, identity, projectRegistry, ingest, exchanges, indexContext } = deps;

  /** Families name the project of a record by id, name, remote or folder. */
  const projectsOf = async (call: Call, project: string): Promise<string[]> => {
    const names = await Promise.all([
      isAbsolute(project) ? identity.root(project) : undefined,
      projectRegistry.namesOf(call.tenant, project, call.folder),
      identity.projectNames(call, project),
      code.projectOf(call, project),
    ]);
    return [...new Set(names.flat())].filter((name) => name !== undefined);
  };

  const toHits = async (call: Call, hits: readonly SearchHit[], query = ""): Promise<RecallHit[]> => {
    const { tenant, folder } = call;
    const codeDocuments = hits.map(({ document }) => document).filter(({ kind }) => kind === "code");
    const [projects, lines, root, here, indexedHere] = await Promise.all([
      projectRegistry.list(tenant),
      code.linesOf(tenant, codeDocuments),
      identity.root(folder),
      projectRegistry.nameAt(folder),
      codeDocuments.length > 0 ? code.projectOf(call, folder) : undefined,
    ]);
    const names = new Map(projects.map(({ id, name }) => [id, name]));
    return hits.map((hit) => {
      const { document } = hit;
      const isHere = document.project === root || document.project === indexedHere;
      const id = isHere ? idHere(document) : document.id;
      return {
        ...hit,
        id,
        shortId: id === document.id ? shortIdOf(document) : id,
        answer: answerFor(hit, query) || undefined,
        projectName: isHere ? here : (names.get(document.project) ?? document.project.split("/").at(-1) ?? ""),
        path: isInFile(document) ? document.files[0] : undefined,
        line: lines.get(document.id)?.start,
      };
    });
  };

  const find = async (call: Call, { project, ...request }: RecallQuery): Promise<RecallAnswer> => {
    const projects = project === undefined ? {} : { projects: await projectsOf(call, project) };
    const answer = await search.find({ ...request, tenant: call.tenant, ...projects });
    return { ...answer, hits: await withNext(call, await toHits(call, answer.hits, request.query)) };
  };

  /** The first hit with what was said next: the person's next words often correct an answer. */
  const withNext = async ({ tenant }: Call, [first, ...others]: readonly RecallHit[]): Promise<RecallHit[]> => {
    if (first?.document.kind !== exchangeKind) return first ? [first, ...others] : [];
    const { session, at } = first.document;
    const then = (await exchanges.after(tenant, session, at, maxNext)).map(
      ({ question, answer }) =>
        `Then ${requestOf({ question })} → ${opening(oneLine(passagesOf(answer).join(" ")), maxAnswer)}`,
    );
    return [{ ...first, answer: [first.answer, ...then].filter(Boolean).join(" ") }, ...others];
  };

  /** The states of the call's project that were saved on purpose, newest first. */
  const checkpoints = async (call: Call, limit: number): Promise<RecallHit[]> => {
    const listing = { projectPath: call.folder, isAutomatic: false, limit };
    const newest = (await deps.checkpoints.list(call, undefined, listing)).checkpoints;
    const ids = newest.map(({ id }) => `checkpoint/${id}`);
    const documents = await search.index.readById(call.tenant, ids);
    const newestFirst = documents.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
    const hits = newestFirst.map((document) => {
      const snippet = { text: opening(document.body, maxStateLength), marks: [] };
      return { document, score: 1, matches: 0, snippet };
    });
    return toHits(call, hits);
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

    /** Indexes shared files and transcripts that changed since the last search. */
    async indexNewContent(call: Call, isEnough = () => false): Promise<void> {
      await indexContext(call);
      await ingest.catchUp(({ bytes }) => bytes >= maxCatchUpBytes || isEnough());
    },

    /** Searches the project of the call, and all projects if nothing in it matches. */
    async findHere(call: Call, query: Omit<RecallQuery, "project">): Promise<RecallAnswer> {
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

const maxAnswer = 480;
/** Exchanges after the first hit. */
const maxNext = 2;

/** What came of an exchange, as far as it concerns the query; of other records the text, if only the title matches. */
function answerFor({ document: { reply, title, body }, snippet }: SearchHit, query: string): string {
  if (reply !== "") return reportOf(reply, query);
  return title.startsWith(snippet.text) && body !== title ? opening(oneLine(body), maxAnswer) : "";
}

/** The passage of an answer that a query is about and what follows it; without one, its last passage. */
function reportOf(answer: string, query: string): string {
  const passages = passagesOf(answer);
  const [best] = rankTexts(query, passages, (text) => text);
  const from = best ? passages.indexOf(best.item) : passages.length - 1;
  return opening(oneLine(passages.slice(from).join(" ") || answer), maxAnswer);
}
