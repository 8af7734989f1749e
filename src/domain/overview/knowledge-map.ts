import { countEach } from "../../base/text/count-each.js";
import type { FileSessionRow, FileUseCount } from "../../store/archive/session-pages.js";

/** Something that agents know: what it says, where it applies, and which sessions it came from or was injected into. */
export interface MapRecord {
  readonly kind: "memory" | "fix" | "decision";
  readonly id: string;
  readonly title: string;
  /** Files that it names. */
  readonly files: readonly string[];
  readonly learnedIn: readonly string[];
  readonly receivedBy: readonly string[];
}

interface MapLink {
  /** `kind/id` of both ends. */
  readonly from: string;
  readonly to: string;
  readonly how: "changed" | "read" | "about" | "learned" | "received";
}

/** As many as a pane shows with readable names. */
const maxPerColumn = 14;
/** A file that a record names says more than one that was only opened. */
const recordWeight = 10;
const maxTouchWeight = 9;

/** The files that matter most: those that records name, then the busiest. `filter` is any part of a path. */
export function rankFiles(records: readonly MapRecord[], touched: readonly FileUseCount[], filter: string): string[] {
  const paths = touched.map(({ path }) => path);
  const named = records.flatMap(({ files }) => files).filter((file) => !paths.some((path) => isSameFile(path, file)));
  const touchesOf = new Map(touched.map(({ path, touches }) => [path, touches]));
  const scoreOf = (path: string) =>
    recordWeight * records.filter((record) => isAbout(record, path)).length +
    Math.min(maxTouchWeight, touchesOf.get(path) ?? 0);
  return [...new Set([...paths, ...named])]
    .filter((path) => path.toLowerCase().includes(filter.toLowerCase()))
    .map((path) => ({ path, score: scoreOf(path) }))
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path);
}

/** Files, what is known about them, and the sessions behind both. A filter leaves out what is about other files. */
export function selectMap(
  ranked: readonly string[],
  records: readonly MapRecord[],
  touches: readonly FileSessionRow[],
  hasFilter: boolean,
) {
  const files = ranked.slice(0, maxPerColumn);
  const related = records
    .map((record) => ({ record, count: files.filter((file) => isAbout(record, file)).length }))
    .filter(({ record, count }) => count > 0 || (!hasFilter && record.learnedIn.length + record.receivedBy.length > 0))
    .sort((a, b) => b.count - a.count);
  const chosen = related.slice(0, maxPerColumn).map(({ record }) => record);
  const links = linksBetween(files, chosen, touches);
  // In the order of their first link: the newest of each file first.
  const linked = links.flatMap(({ from }) => (from.startsWith("session/") ? [from.slice("session/".length)] : []));
  const candidates = countEach(linked);
  const sessions = [...candidates]
    .sort(([, a], [, b]) => b - a)
    .slice(0, maxPerColumn)
    .map(([id]) => id);
  const shown = new Set(sessions.map((id) => `session/${id}`));
  return {
    files,
    records: chosen,
    sessions,
    links: links.filter(({ from }) => !from.startsWith("session/") || shown.has(from)),
    /** Files, records and sessions that match but are left out, so that the map stays readable. */
    omitted: ranked.length - files.length + (related.length - chosen.length) + (candidates.size - sessions.length),
  };
}

function linksBetween(files: readonly string[], records: readonly MapRecord[], touches: readonly FileSessionRow[]) {
  const link = (from: string, to: string, how: MapLink["how"]): MapLink => ({ from, to, how });
  return [
    ...touches
      .filter(({ path }) => files.includes(path))
      .map(({ sessionId, path, isChange }) =>
        link(`session/${sessionId}`, `file/${path}`, isChange ? "changed" : "read"),
      ),
    ...records.flatMap((record) => {
      const to = `${record.kind}/${record.id}`;
      const received = record.receivedBy.filter((id) => !record.learnedIn.includes(id));
      return [
        ...files.filter((file) => isAbout(record, file)).map((file) => link(`file/${file}`, to, "about")),
        ...record.learnedIn.map((id) => link(`session/${id}`, to, "learned")),
        ...received.map((id) => link(`session/${id}`, to, "received")),
      ];
    }),
  ];
}

const isAbout = ({ files }: MapRecord, path: string): boolean => files.some((file) => isSameFile(file, path));

/** Records name files from any folder on: `pay.ts`, `checkout/pay.ts`, or the whole path. */
export const isSameFile = (a: string, b: string): boolean => a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);

/** Paths with a folder and an ending that a text names. */
export const filesNamedIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/(?:[\w@.-]+\/)+[\w.-]*\w\.[a-z]\w{0,7}\b/gi)].map(([path]) => path)),
];
