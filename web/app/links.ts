import type { InboxItem, ReviewItem, SearchHitRow } from "../../src/surface/http/api-types.js";
import type { Query } from "../api/request.js";
import { linkTo } from "./router.js";

export const sessionLink = (id: string, query?: Query): string => linkTo(["sessions", id], query);
export const memoryLink = (id: string, query?: Query): string => linkTo(["memories", id], query);
export const fixLink = (id: string): string => linkTo(["fixes", id]);
export const conflictLink = (folder: string, file?: string): string =>
  linkTo(["conflicts", ...(file ? [file] : [])], { folder });
export const runLink = (id: string, project: string): string => linkTo(["projects", "runs", id], { project });

/** The tabs of the knowledge view, by the kind of a search document or review item. */
const tabs = { knowledge: "knowledge", convention: "conventions", decision: "decisions", skill: "skills" } as const;
export type EntryKind = keyof typeof tabs;

/** An entry of the knowledge view; a decision is named by its number. */
export const entryLink = (kind: EntryKind, key: string, folder: string): string =>
  linkTo(["knowledge", tabs[kind], key], { folder });

/** The route that shows a document; undefined when no view does. */
export function documentLink({ id, kind, session, source, title, files }: SearchHitRow): string | undefined {
  switch (kind) {
    case "exchange":
      return sessionLink(session, { key: id.slice(`exchange/${session}/`.length) });
    case "memory":
      return memoryLink(id.slice("memory/".length));
    case "remediation":
      return fixLink(id.slice("remediation/".length));
    case "knowledge":
    case "convention":
    case "skill":
      return entryLink(kind, title, source);
    case "decision":
      return entryLink(kind, numberIn(files[0] ?? title), source);
    default:
      return undefined;
  }
}

/** `7` for `knowledge/decisions/0007-keep-carts.md`. */
const numberIn = (file: string): string => String(Number(/(\d+)-[^/]*$/.exec(file)?.[1] ?? Number.NaN));

export const inboxLink = ({ kind, id, folder }: Pick<InboxItem, "kind" | "id" | "folder">): string =>
  linkTo(["inbox", kind, id], { folder });

export function reviewLink({ kind, folder, title }: ReviewItem): string {
  if (kind === "memory") return linkTo(["memories"], { state: "candidate" });
  return kind === "proposal" ? entryLink("skill", title, folder) : conflictLink(folder, title);
}
