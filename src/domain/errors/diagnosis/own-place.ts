import { SourceMap, type SourceMapPayload } from "node:module";
import { dirname, join, normalize } from "node:path/posix";
import { fileRoleOf } from "../../code/file-role.js";
import { isLibrary } from "../own-frame.js";
import type { StackFrame } from "../stack-frames.js";
import { nameOf, type ProjectFiles } from "./project-files.js";

const compiled = /\.[cm]?jsx?$/;
/** The comment is on the last line; an inline map may be long. */
const mapComment = /\/\/[#@] sourceMappingURL=(?<url>\S+)\s*$/;

/** The place in the source from which a file was compiled, by the source map of the file; undefined without a map. */
async function originalPlace(
  files: Pick<ProjectFiles, "text">,
  path: string,
  { line, column }: Pick<StackFrame, "line" | "column">,
): Promise<StackFrame | undefined> {
  if (!compiled.test(path)) return undefined;
  const map = await readMap(files, path);
  const entry = map && findEntry(map, line, column);
  if (!entry) return undefined;
  // Bundlers put their own scheme before a path from the project's top folder.
  const bundled = /^[\w-]+:\/\/[^/]*\/(?:\.\/)?(?<file>.+)$/.exec(entry.source)?.groups?.file;
  const file = bundled ?? (entry.source.startsWith("/") ? entry.source : join(dirname(path), entry.source));
  return { file: normalize(file), line: entry.line, column: undefined, module: undefined };
}

async function readMap(files: Pick<ProjectFiles, "text">, path: string): Promise<SourceMapPayload | undefined> {
  const url = mapComment.exec(((await files.text(path)) ?? "").trimEnd())?.groups?.url;
  const inline = /^data:application\/json[^,]*;base64,(?<data>.+)$/.exec(url ?? "")?.groups?.data;
  const named = url === undefined || /^[\w-]+:/.test(url) ? `${path}.map` : join(dirname(path), url);
  if (inline === undefined && named.startsWith("..")) return undefined;
  const text = inline === undefined ? await files.text(named) : Buffer.from(inline, "base64").toString();
  try {
    return text === undefined ? undefined : (JSON.parse(text) as SourceMapPayload);
  } catch {
    return undefined;
  }
}

function findEntry(payload: SourceMapPayload, line: number, column: number | undefined) {
  try {
    // Versions of Node differ in whether they apply the root.
    const sources = payload.sources?.map((one) => (payload.sourceRoot ? `${payload.sourceRoot}/${one}` : one));
    const map = new SourceMap({ ...payload, ...(sources ? { sources } : {}), sourceRoot: "" });
    // Without a column the last mapping of the line decides.
    const entry = map.findEntry(line - 1, column === undefined ? Number.MAX_SAFE_INTEGER : column - 1);
    return "originalSource" in entry && entry.originalSource && entry.generatedLine === line - 1
      ? { source: entry.originalSource, line: entry.originalLine + 1 }
      : undefined;
  } catch {
    // A map that is not valid explains nothing.
    return undefined;
  }
}

/** A place in a file of the project. */
export interface OwnPlace {
  readonly path: string;
  readonly line: number;
}

/** A frame's file in the project. `isExact` unless only its name is the same as that of a file in the top folder. */
interface FoundFile {
  readonly path: string;
  readonly isExact: boolean;
}

/** Deep recursion repeats its frames. */
const maxFrames = 40;

/**
 * The first frame in a file of the project: the project decides what own code is, not the looks of a path. Traces come
 * from containers and other machines too, so the end of a path counts, and what a source map names counts instead of
 * the compiled file.
 */
export async function ownPlace(files: ProjectFiles, allFrames: readonly StackFrame[]): Promise<OwnPlace | undefined> {
  const frames = allFrames.slice(0, maxFrames);
  const paths = await files.named([...new Set(frames.map(({ file }) => nameOf(file)))]);
  const weak: { readonly place: OwnPlace; readonly depth: number }[] = [];
  for (const frame of frames) {
    const file = await findFile(files, paths, frame);
    if (!file) continue;
    const place = await sourceOf(files, file.path, frame);
    if (place && file.isExact) return place;
    if (place) weak.push({ place, depth: partsOf(frame.file).length });
  }
  // A library that was unpacked beside the code is one folder deeper.
  return weak.sort((a, b) => a.depth - b.depth)[0]?.place;
}

/** What was compiled is read at its source; undefined when that is a library's. */
async function sourceOf(files: ProjectFiles, path: string, frame: StackFrame): Promise<OwnPlace | undefined> {
  const original = await originalPlace(files, path, frame);
  if (!original) return { path, line: frame.line };
  if (isDependency(original.file)) return undefined;
  const source = await findFile(files, await files.named([nameOf(original.file)]), original);
  return { path: source?.path ?? path, line: source ? original.line : frame.line };
}

async function findFile(
  files: ProjectFiles,
  paths: readonly string[],
  frame: StackFrame,
): Promise<FoundFile | undefined> {
  const inside = await pathInside(files, frame.file);
  if (inside !== undefined) return isDependency(inside) ? undefined : { path: inside, isExact: true };
  const file = partsOf(frame.file);
  if (frame.module !== undefined) return findClass(paths, frame.module, file);
  const installed = /(?:site|dist)-packages[\\/](?<file>.+)$/.exec(frame.file)?.groups?.file;
  if (installed !== undefined) return findInstalled(paths, installed);
  if (isLibrary(frame.file)) return findWhole(paths, frame.file);
  const tracked = findByEnd(paths, file);
  return tracked?.isExact ? tracked : ((await findOnDisk(files, file)) ?? tracked);
}

/** Java has a folder for each part of the package; Kotlin and Scala may leave folders out. */
function findClass(paths: readonly string[], module: string, file: readonly string[]): FoundFile | undefined {
  const parts = module.split(".");
  const classAt = parts.findIndex((part) => /^\p{Lu}/u.test(part));
  const found = findByEnd(paths, [...parts.slice(0, classAt < 0 ? -2 : classAt), ...file]);
  if (found || isLibrary(file.join("/"), module)) return found;
  const byName = findByEnd(paths, file);
  return byName && { ...byName, isExact: false };
}

/** The path of a file below the top folder on this machine. */
async function pathInside({ root, exists }: ProjectFiles, file: string): Promise<string | undefined> {
  const [top, path] = [root, file].map((one) => one.replaceAll("\\", "/")) as [string, string];
  if (!path.startsWith(`${top}/`)) return undefined;
  const inside = partsOf(path.slice(top.length)).join("/");
  return (await exists(inside)) ? inside : undefined;
}

/** A project's own package may be installed, with or without the folder of its sources. */
function findInstalled(paths: readonly string[], file: string): FoundFile | undefined {
  const end = partsOf(file).join("/");
  const path = end.includes("/") ? paths.find((one) => one === end || `/${one}`.endsWith(`/src/${end}`)) : undefined;
  return path === undefined || isDependency(path) ? undefined : { path, isExact: true };
}

/** A relative path is the project's if the project has it, although runtimes and compiled libraries name such paths too. */
const findWhole = (paths: readonly string[], file: string): FoundFile | undefined =>
  paths.includes(file) ? { path: file, isExact: true } : undefined;

/** Packages of others that are kept in a project's folder. */
const isDependency = (path: string): boolean =>
  fileRoleOf(path) === "vendored" ||
  /(?:^|\/)(?:dist-packages|\.yarn|\.pnpm-store|\.cargo|\.m2|gems|lib(?:64)?\/python\d[^/]*)\//.test(path);

/** The file of the project that shares the longest end with a path; undefined when several do. */
function findByEnd(paths: readonly string[], file: readonly string[]): FoundFile | undefined {
  const candidates = paths
    .filter((path) => !isDependency(path))
    .map((path) => {
      const parts = partsOf(path);
      const shared = sharedEnd(parts, file);
      return { path, shared, isWhole: shared === parts.length || shared === file.length };
    })
    .filter(({ shared, isWhole }) => shared >= 2 || (shared === 1 && isWhole))
    .sort((a, b) => b.shared - a.shared || Number(b.isWhole) - Number(a.isWhole));
  const [best, next] = candidates;
  if (!best || (next?.shared === best.shared && next.isWhole === best.isWhole)) return undefined;
  return { path: best.path, isExact: best.shared >= 2 || file.length === 1 };
}

/** Files that git does not track: new ones, and what was built. */
async function findOnDisk(files: ProjectFiles, file: readonly string[]): Promise<FoundFile | undefined> {
  for (const [i] of file.entries()) {
    const path = file.slice(i).join("/");
    if (await files.exists(path)) return { path, isExact: file.length - i >= 2 || file.length === 1 };
  }
  return undefined;
}

const partsOf = (path: string): string[] =>
  path
    .replaceAll("\\", "/")
    .split("/")
    .filter((part) => part !== "" && part !== "." && part !== "..");

function sharedEnd(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  while (count < Math.min(a.length, b.length) && a.at(-1 - count) === b.at(-1 - count)) count++;
  return count;
}
