import { decisionLinks } from "../../../domain/context/decisions.js";
import { type EntryType, readEntryType } from "../../../domain/context/entries.js";
import { entryAt, entryVersions } from "../../../domain/context/entry-facts.js";
import type { ProjectContext } from "../../../domain/context/project-context.js";
import type { SurfaceCall } from "../../../domain/surface-app.js";
import type { EntryStore } from "../../../store/context/entry-store.js";
import type { ContextOverview, ContextRepository, EntryRow, EntryVersion, SkillRow } from "../api-types.js";
import { listKnownFolders } from "../client-in-folder.js";
import { get, type RouteRequest } from "./define-route.js";

const maxRepositories = 60;

export const contextRoutes = [
  /** The repositories whose shared files the page may show. */
  get<{ repositories: readonly ContextRepository[] }>("/api/context/repositories", "owner", async (_, app) => {
    const folders = [...new Set([app.call.folder, ...(await listKnownFolders(app))])].slice(0, maxRepositories);
    const repositories = await Promise.all(folders.map((folder) => readRepository(app, folder)));
    return { repositories: repositories.filter((one) => one !== undefined) };
  }),

  /** All shared files of a repository, with what the tools' listings leave out: authors, ratings, links, proposals. */
  get<ContextOverview>("/api/context", "owner", async (_, app) => {
    const project = await app.context.open(app.call);
    const [knowledge, conventions, decisions, skills] = await Promise.all([
      entriesOf(project.knowledge),
      entriesOf(project.conventions),
      project.decisions.list(),
      project.skills.list(),
    ]);
    return {
      name: await project.name(),
      folder: app.call.folder,
      knowledge,
      conventions,
      decisions: decisions.map(({ id, title, status, date, author, scope }) => ({
        id,
        title,
        status,
        date,
        author,
        scope,
      })),
      links: decisionLinks(decisions),
      skills: await Promise.all(skills.map((skill) => skillRow(project, skill))),
    };
  }),

  get<{ versions: readonly EntryVersion[] }>("/api/context/versions", "owner", async (request, app) => ({
    versions: await entryVersions(await app.context.open(app.call), entryOf(request)),
  })),

  get<{ text: string }>("/api/context/version", "owner", async (request, app) => ({
    text: await entryAt(await app.context.open(app.call), entryOf(request), request.query("commit") ?? ""),
  })),
];

const entryOf = (request: RouteRequest): { type: EntryType; key: string } => ({
  type: readEntryType(request.query("type") ?? ""),
  key: request.query("key") ?? "",
});

async function readRepository(app: SurfaceCall, folder: string): Promise<ContextRepository | undefined> {
  // The folder may be deleted or not a repository.
  const project = await app.context.open({ ...app.call, folder }).catch(() => undefined);
  if (!project) return undefined;
  const hasStore = (await project.manifest.read().catch(() => undefined)) !== undefined;
  const open = (await project.pending.read().catch(() => undefined))?.conflicts ?? [];
  return { folder, name: await project.name(), hasStore, conflicts: open.length };
}

const entriesOf = async (store: EntryStore): Promise<EntryRow[]> =>
  Promise.all(
    (await store.list()).map(async ({ key, scope, content }) => ({
      key,
      scope,
      about: firstLine(content),
      author: await store.authorOf(key),
      updatedAt: (await store.updatedAt(key))?.toISOString() ?? "",
    })),
  );

async function skillRow(project: ProjectContext, skill: Awaited<ReturnType<ProjectContext["skills"]["list"]>>[number]) {
  const { name, description, scope, content } = skill;
  const [stats, ratings, proposals] = await Promise.all([
    project.skillRecords.stats(name),
    project.skillRecords.feedback(name),
    project.proposals.list(name),
  ]);
  const row: SkillRow = {
    name,
    description,
    scope,
    content,
    uses: stats.usage_count,
    average: stats.avg_rating,
    needsAttention: stats.needs_attention,
    ratings: ratings.map(({ agent, rating, comment, timestamp }) => ({ agent, rating, comment, at: timestamp })),
    proposals: proposals.map(({ id, agent, rationale, proposed_content, status, created_at }) => ({
      id,
      agent,
      rationale,
      content: proposed_content,
      status,
      at: created_at,
    })),
  };
  return row;
}

/** The first line with text. */
const firstLine = (content: string): string =>
  content
    .split("\n")
    .map((line) => line.replace(/^[#>\-*\s|]+/, "").trim())
    .find((line) => line !== "")
    ?.slice(0, 120) ?? "";
