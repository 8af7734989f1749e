import { SourceMap, type SourceMapPayload } from "node:module";
import { dirname, join, normalize } from "node:path/posix";
import type { StackFrame } from "../stack-frames.js";
import type { ProjectFiles } from "./project-files.js";

const compiled = /\.[cm]?jsx?$/;
/** The comment is on the last line; an inline map may be long. */
const mapComment = /\/\/[#@] sourceMappingURL=(?<url>\S+)\s*$/;

/** The place in the source from which a file was compiled, by the source map of the file; undefined without a map. */
export async function originalPlace(
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
