import { isAbsolute } from "node:path";
import type { SearchDocument } from "../../store/search/search-document.js";
import type { Ingest } from "../archive/ingest/ingest.js";
import type { Call } from "../call.js";
import type { CodeIndex } from "../code/code-index.js";
import type { SearchAnswer, SearchHit, SearchRequest } from "../search/search.js";
import { createReadHit, type ReadHit, type ReadHitDeps } from "./read-hit.js";

export interface RecallQuery extends Omit<SearchRequest, "tenant" | "project" | "projects"> {
  /** Path or name of a project; absent for all. */
  readonly project?: string | undefined;
}

export interface RecallHit extends SearchHit {
  /** Accepted by `read`; shorter than the document's id if it belongs to the project of the call. */
  readonly id: string;
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
  read: ReadHit;
}

interface Deps extends ReadHitDeps {
  readonly code: Pick<CodeIndex, "projectOf" | "linesOf">;
  readonly ingest: Pick<Ingest, "catchUp">;
}

/** Maximum amount of new transcripts to import before a search; the rest follows in the background. */
const maxCatchUpBytes = 32 * 1024 * 1024;

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

  const toHits = async (call: Call, hits: readonly SearchHit[]): Promise<RecallHit[]> => {
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
      return {
        ...hit,
        id: isHere ? shortId(document) : document.id,
        projectName: isHere ? here : (names.get(document.project) ?? lastPart(document.project)),
        ...(path === undefined ? {} : { path }),
        ...(line === undefined ? {} : { line }),
      };
    });
  };

  const find = async (call: Call, { project, ...request }: RecallQuery): Promise<RecallAnswer> => {
    const projects = project === undefined ? {} : { projects: await projectsOf(call, project) };
    const answer = await search.find({ ...request, tenant: call.tenant, ...projects });
    return { ...answer, hits: await toHits(call, answer.hits) };
  };

  return {
    find,

    async indexNewContent(call, isEnough = () => false) {
      await indexContext(call);
      await ingest.catchUp(({ bytes }) => bytes >= maxCatchUpBytes || isEnough());
    },

    async findHere(call, query) {
      const own = await find(call, { ...query, project: call.folder });
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

/** Entries of team context are known by their key within a project. */
const shortId = ({ id, kind, title }: SearchDocument): string => (contextKinds.has(kind) ? `${kind}/${title}` : id);

const lastPart = (project: string) => project.split("/").at(-1) ?? project;
