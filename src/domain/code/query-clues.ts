import { stackFrames } from "../errors/stack-frames.js";
import { isReport } from "../search/query/reduce-query.js";
import type { FileRole } from "./file-role.js";

/** Paths and names that a question or a pasted report contains. */
export interface QueryClues {
  /** Paths as they were written, with slashes and without line numbers. */
  readonly paths: readonly string[];
  /** Lines of such paths: the frames of stack traces, the innermost first, then what compilers and people write. */
  readonly frames: readonly Frame[];
  /** Dotted names as paths without an extension: `com/app/Pool` for `com.app.Pool.open`. */
  readonly modules: ReadonlySet<string>;
  /** Names that look like identifiers, and the last part of each. */
  readonly symbols: ReadonlySet<string>;
  /** Single words, which may be identifiers too. */
  readonly words: ReadonlySet<string>;
  /** Whether it is a pasted report rather than a question. */
  readonly isReport: boolean;
  /** What the question is about besides sources. */
  readonly about: ReadonlySet<FileRole>;
}

export interface Frame {
  readonly path: string;
  readonly line: number;
}

const maxTextLength = 200_000;
const maxPaths = 50;
const run = /[\w.@+\\/:-]+/g;
const maxPathLength = 400;
/** A file name with an extension, and optionally the line and column that compilers add. */
const path = /^(.*[\w@+-]\.[A-Za-z]\w{0,5})(?::(?:\d.*|line)|[.:,-]*)$/;
/** The line after a path: `:12`, `:line 12` of .NET, `", line 12` of Python, ` on line 12` and `(12)` of PHP. */
const lineAfter = /^(?::(?:line )?|["']?,? (?:on )?line |\()(\d{1,7})\b/;
const name = /[A-Za-z_$][\w$]*(?:(?:\.|::|#)[A-Za-z_$][\w$]*)*/g;
const looksLikeCode = /[_$#]|::|\p{Ll}\p{Lu}|[A-Za-z]\.[A-Za-z]/u;

export function readClues(query: string): QueryClues {
  const text = query.slice(0, maxTextLength);
  const names = text.match(name) ?? [];
  const identifiers = names.filter((one) => looksLikeCode.test(one));
  const written = writtenPaths(text);
  return {
    paths: [...new Set(written.map((one) => one.path))].slice(0, maxPaths),
    frames: framesIn(text, written).slice(0, maxPaths),
    modules: new Set(identifiers.flatMap(modulesIn)),
    symbols: new Set(identifiers.flatMap((one) => [one, lastPart(one)])),
    words: new Set(names),
    isReport: isReport(text.trim()),
    about: rolesIn(text),
  };
}

/** A word such as "test" somewhere in a report is not its subject: only the first line counts, and how it is used there. */
const subjects: readonly (readonly [FileRole, RegExp])[] = [
  [
    "test",
    /^\W*(?:(?:which|what|where|add|fix|write|update|improve|extend|the|are|is)\s+){0,3}(?:unit |integration |regression |e2e |flaky |failing )?(?:tests?|specs?|fixtures?)\b|\b(?:tests?|specs?|fixtures?) (?:for|of|that|which|cases?|suites?|helpers?|files?|data)\b|\b(?:unit|integration|regression|e2e|flaky) tests?\b|\bis\b.*\btested\b/i,
  ],
  ["document", /\b(?:docs?|documentation|documented|readme|changelog|release notes|guide|tutorial)\b/i],
  [
    "configuration",
    /\b(?:config(?:uration)? files?|ci|workflows?|pipelines?|docker\w*|compose|makefile|ya?ml|json file|tsconfig|lockfile|manifests?|kubernetes|helm|alerts?|dependabot|\w+\.(?:json|ya?ml|toml|cfg|ini))\b/i,
  ],
];
const maxSubjectLength = 240;

function rolesIn(text: string): Set<FileRole> {
  const subject = (/\S.*/.exec(text)?.[0] ?? "").slice(0, maxSubjectLength);
  return new Set(subjects.filter(([, form]) => form.test(subject)).map(([role]) => role));
}

/** The paths that a text names, with the lines that it gives for them. */
export const writtenPaths = (text: string): WrittenPath[] =>
  [...text.matchAll(run)].flatMap((match) => pathIn(match[0], text, match.index));

type WrittenPath = Pick<Frame, "path"> & Partial<Frame>;

function framesIn(text: string, written: readonly WrittenPath[]): Frame[] {
  const frames = stackFrames(text).map(({ file, line }): Frame => ({ path: file.replaceAll("\\", "/"), line }));
  const isFrame = (path: string, line: number) => frames.some((one) => one.line === line && path.endsWith(one.path));
  const others = written.flatMap(({ path, line }) =>
    line === undefined || isFrame(path, line) ? [] : [{ path, line }],
  );
  return [...frames, ...others];
}

function pathIn(part: string, text: string, at: number): WrittenPath[] {
  const [, match] = (part.length <= maxPathLength ? path.exec(part) : undefined) ?? [];
  if (match === undefined) return [];
  const end = at + match.length;
  const line = Number(lineAfter.exec(text.slice(end, end + maxLineMark))?.[1] ?? 0);
  return [{ path: match.replaceAll("\\", "/"), ...(line > 0 ? { line } : {}) }];
}

const maxLineMark = 24;

/** The prefixes of a dotted name that may be a module: `a/b/c` and `a/b` for `a.b.c`. */
function modulesIn(identifier: string): string[] {
  const parts = identifier.split(/\.|::/).slice(0, 10);
  return parts.slice(1).map((_, i) => parts.slice(0, i + 2).join("/"));
}

/** `open` of `Pool.open`. */
export const lastPart = (symbol: string): string => symbol.split(/\.|::|#/).at(-1) ?? symbol;

/** Folders in which installed packages are, on any machine. */
const packageFolder =
  /^.*\/(?:site-packages|dist-packages|node_modules|gems\/[^/]+|registry\/src\/[^/]+|pkg\/mod|vendor\/bundle)\//;

/**
 * Whether a path in a text refers to this file: relative to the top, to a folder inside, or absolute. A path inside an
 * installed package refers to it only when this repository has that package.
 */
export const refersTo = (written: string, file: string): boolean => {
  const bare = written.replace(/^(?:\.\/)+/, "");
  const isInstalled = packageFolder.test(bare) && !packageFolder.test(file);
  const inPackage = bare.replace(packageFolder, "");
  if (isInstalled) return inPackage.includes("/") && (inPackage === file || file.endsWith(`/${inPackage}`));
  return bare === file || file.endsWith(`/${bare}`) || bare.endsWith(`/${file}`);
};

/** Whether a dotted name in the text is this file's module. */
export const namesModule = (modules: ReadonlySet<string>, file: string): boolean => {
  const parts = file.replace(/(?:\/__init__|\/index|\/mod)?\.[^./]*$/, "").split("/");
  return parts.some((_, i) => i < parts.length - 1 && modules.has(parts.slice(i).join("/")));
};
