import { createHash } from "node:crypto";
import { isAbsolute, join, relative, sep } from "node:path";
import { AppError } from "../../base/errors.js";
import type { Files } from "../../engine/files.js";
import type { Anchor } from "../../store/memory/memory.js";

/** Links memories to the files and symbols that they are about. */
export type Anchors = ReturnType<typeof createAnchors>;

export function createAnchors(files: Pick<Files, "read">) {
  /** Anchors with digests of the current files and symbols. */
  const digestAll = (root: string, names: readonly string[]): Promise<Anchor[]> =>
    Promise.all(names.map((name) => digestAnchor(files, root, name)));
  return {
    digestAll,
    /** Names of the anchors whose digest changed. */
    async changed(root: string, anchors: readonly Anchor[]): Promise<string[]> {
      const names = anchors.map(({ name }) => name);
      const current = await digestAll(root, names);
      return names.filter((_, i) => anchors[i]?.digest !== current[i]?.digest);
    },
  };
}

async function digestAnchor(files: Pick<Files, "read">, root: string, name: string): Promise<Anchor> {
  const [file = "", symbol] = name.split("#");
  const relativePath = relative(root, join(root, file));
  if (isAbsolute(file) || relativePath === "" || relativePath === ".." || relativePath.startsWith(`..${sep}`))
    throw new AppError("invalid", `Invalid anchor: ${name} is not a path inside the project.`, {
      hint: "Use paths relative to the repository, such as src/pool.ts or src/pool.ts#openPool.",
      details: { field: "anchors" },
    });
  const text = await files.read(join(root, file)).catch(() => undefined);
  const part = text !== undefined && symbol ? symbolText(text, symbol) : text;
  return { name, digest: part === undefined ? "" : digest(part) };
}

// White space is ignored: a new layout is not a change.
const digest = (text: string) =>
  createHash("sha256").update(text.replace(/\s+/g, " ").trim()).digest("base64url").slice(0, 22);

/**
 * The lines of a symbol: from the line that declares it to the next line that is no deeper and does not close it.
 * Works without a grammar for every language with indentation.
 */
export function symbolText(text: string, symbol: string): string | undefined {
  const lines = text.split("\n");
  const escaped = symbol.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const word = new RegExp(`(?<![\\p{L}\\p{N}_$])${escaped}(?![\\p{L}\\p{N}_$])`, "u");
  const start = lines.findIndex((line) => declaration.test(line) && word.test(line));
  const first = start >= 0 ? start : lines.findIndex((line) => word.test(line));
  if (first < 0) return undefined;
  const depth = indent(lines[first] ?? "");
  const end = lines.findIndex((line, i) => i > first && isNextSymbol(line, depth));
  return lines.slice(first, end < 0 ? undefined : end).join("\n");
}

const declaration =
  /\b(function|class|interface|type|enum|const|let|var|def|fn|func|struct|trait|impl|module|namespace|public|private|protected|static|async)\b|[{:]\s*$/;
const indent = (line: string) => line.length - line.trimStart().length;
const isNextSymbol = (line: string, depth: number) =>
  line.trim() !== "" && indent(line) <= depth && !/^\s*[})\]]|^\s*(end|else|catch|finally|except)\b/.test(line);
