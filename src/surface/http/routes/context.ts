import { AppError } from "../../../base/errors.js";
import { changeDecision, decisionLinks, requireDecision } from "../../../domain/context/decisions.js";
import { readEntryType } from "../../../domain/context/entries.js";
import { entryAt, entryVersions, verifyEntry } from "../../../domain/context/entry-facts.js";
import type { ProjectContext } from "../../../domain/context/project-context.js";
import { listEntriesToReview, redactEntry } from "../../../domain/context/review-entries.js";
import { undoOverruled } from "../../../domain/context/sync/overruled.js";
import { reopenConflict } from "../../../domain/context/sync/pending-merge.js";
import type { SurfaceCall } from "../../../domain/surface-app.js";
import type { EntryStore } from "../../../store/context/entry-store.js";
import { pick } from "../../pick.js";
import { type RouteRequest, route, textIn } from "./define-route.js";
import { foldersOf } from "./project-lookup.js";

/** The shared files of a repository, which the call's folder is in. */
export const contextRoutes = {
  /** The repositories whose shared files the page may show. */
  "GET /api/context/repositories": route("owner", async (_, app) => {
    const repositories = await Promise.all((await foldersOf(app)).map((folder) => readRepository(app, folder)));
    return { repositories: repositories.filter((one) => one !== undefined) };
  }),

  /** All shared files of a repository, with what the tools' listings leave out: authors, ratings, links, proposals. */
  "GET /api/context": route("owner", async (_, app) => {
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
      decisions: decisions.map((one) => pick(one, "id", "title", "status", "date", "author", "scope")),
      links: decisionLinks(decisions),
      skills: await Promise.all(skills.map((skill) => skillRow(project, skill))),
    };
  }),

  "GET /api/context/versions": route("owner", async (request, app) => ({
    versions: await entryVersions(await app.context.open(app.call), entryOf(request)),
  })),

  "GET /api/context/version": route("owner", async (request, app) => ({
    text: await entryAt(await app.context.open(app.call), entryOf(request), request.query("commit") ?? ""),
  })),

  /** A shared entry of the inbox. */
  "GET /api/context/review": route("owner", async (request, app) => {
    const { type, key } = entryOf(request);
    const entries = await listEntriesToReview(await app.context.open(app.call));
    const entry = entries.find((one) => one.type === type && one.key === key);
    if (!entry) throw new AppError("missing", `${key} needs no review.`);
    const { content: text, ...rest } = entry;
    return { ...rest, text };
  }),

  /** Records that an entry is still valid. */
  "POST /api/context/review/verify": route("owner", async (request, app) => {
    const { type, key } = await entryIn(request);
    return verifyEntry(await app.context.open(app.call), { entryType: type, key });
  }),

  "POST /api/context/review/redact": route("owner", async (request, app) => {
    const { type, key } = await entryIn(request);
    await redactEntry(await app.context.open(app.call), type, key);
    return {};
  }),

  /** A decision's file, as edited on the page. */
  "GET /api/context/decisions/:id": route("owner", async (request, app) => ({
    text: (await requireDecision(await app.context.open(app.call), request.param("id"))).raw,
  })),

  "POST /api/context/decisions/:id": route("owner", async (request, app) => {
    const project = await app.context.open(app.call);
    const text = await textIn(request, "text");
    const before = await changeDecision(project, request.param("id"), (one) => project.decisions.rewrite(one, text));
    return pick(before, "id");
  }),

  /** Removes a decision that was recorded by mistake; an outdated one changes its status instead. */
  "POST /api/context/decisions/:id/remove": route("owner", async (request, app) => {
    const project = await app.context.open(app.call);
    const removed = await changeDecision(project, request.param("id"), (one) => project.decisions.remove(one));
    await app.forgetContext(app.call, [JSON.stringify(removed)]);
    return pick(removed, "id");
  }),

  /** Undoes the resolution of a file in conflict. */
  "POST /api/context/conflicts/reopen": route("owner", async (request, app) =>
    reopenConflict(await app.context.open(app.call), await textIn(request, "file_path")),
  ),

  /** The versions that merges decided against, newest first. */
  "GET /api/context/overruled": route("owner", async (_, app) => ({
    overruled: (await (await app.context.open(app.call)).overruled.list()).toReversed(),
  })),

  /** Restores one of them; the same call again reverts that. */
  "POST /api/context/overruled/restore": route("owner", async (request, app) => {
    const version = { merge: await textIn(request, "merge"), file_path: await textIn(request, "file_path") };
    const { files } = await undoOverruled(await app.context.open(app.call), version);
    if (Array.isArray(files) && files.length > 0) return { files };
    throw new AppError("conflict", `${version.file_path} was edited since, in the same places.`, {
      hint: "Copy what you need from the version shown here.",
    });
  }),
};

const entryOf = (request: RouteRequest) => ({
  type: readEntryType(request.query("type") ?? ""),
  key: request.query("key") ?? "",
});

async function entryIn(request: RouteRequest) {
  const { type, key } = await request.body();
  if (typeof type === "string" && typeof key === "string") return { type: readEntryType(type), key };
  throw new AppError("invalid", "The fields type and key must name a shared entry.");
}

/** Undefined where the folder is gone or not a repository. */
async function readRepository(app: SurfaceCall, folder: string) {
  const project = await app.context.open({ ...app.call, folder }).catch(() => undefined);
  if (!project) return undefined;
  const hasStore = (await project.manifest.read().catch(() => undefined)) !== undefined;
  const open = (await project.pending.read().catch(() => undefined))?.conflicts ?? [];
  return { folder, name: await project.name(), hasStore, conflicts: open.length };
}

const entriesOf = async (store: EntryStore) =>
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
  const [stats, ratings, proposals] = await Promise.all([
    project.skillRecords.stats(skill.name),
    project.skillRecords.feedback(skill.name),
    project.proposals.list(skill.name),
  ]);
  return {
    ...pick(skill, "name", "description", "scope", "content"),
    uses: stats.usage_count,
    average: stats.avg_rating,
    needsAttention: stats.needs_attention,
    ratings: ratings.map((one) => ({ ...pick(one, "agent", "rating", "comment"), at: one.timestamp })),
    proposals: proposals.map((one) => ({
      ...pick(one, "id", "agent", "rationale", "status"),
      content: one.proposed_content,
      at: one.created_at,
    })),
  };
}

/** The first line with text. */
const firstLine = (content: string): string =>
  content
    .split("\n")
    .map((line) => line.replace(/^[#>\-*\s|]+/, "").trim())
    .find((line) => line !== "")
    ?.slice(0, 120) ?? "";
