/** Paths and names that a question or a pasted report contains. */
export interface QueryClues {
  /** Paths as they were written, with slashes and without line numbers. */
  readonly paths: readonly string[];
  /** Names that look like identifiers, and the last part of each. */
  readonly symbols: ReadonlySet<string>;
  /** Single words, which may be identifiers too. */
  readonly words: ReadonlySet<string>;
  readonly isAboutTests: boolean;
}

const maxTextLength = 200_000;
const maxPaths = 50;
const run = /[\w.@+\\/:-]+/g;
const maxPathLength = 400;
/** A file name with an extension, and optionally the line and column that compilers add. */
const path = /^(.*[\w@+-]\.[A-Za-z]\w{0,5})(?::\d.*|[.:,-]*)$/;
const name = /[A-Za-z_$][\w$]*(?:(?:\.|::|#)[A-Za-z_$][\w$]*)*/g;
const looksLikeCode = /[_$#]|::|\p{Ll}\p{Lu}|[A-Za-z]\.[A-Za-z]/u;
/** The part of a report that states its subject; further down, tests are named because they failed. */
const headLength = 300;

export function readClues(query: string): QueryClues {
  const text = query.slice(0, maxTextLength);
  const names = text.match(name) ?? [];
  const identifiers = names.filter((one) => looksLikeCode.test(one));
  return {
    paths: [...new Set((text.match(run) ?? []).flatMap(pathIn))].slice(0, maxPaths),
    symbols: new Set(identifiers.flatMap((one) => [one, lastPart(one)])),
    words: new Set(names),
    isAboutTests: /\b(?:tests?|tested|specs?|fixtures?)\b/i.test(text.slice(0, headLength)),
  };
}

function pathIn(text: string): string[] {
  const match = text.length <= maxPathLength ? path.exec(text)?.[1] : undefined;
  return match === undefined ? [] : [match.replaceAll("\\", "/")];
}

/** `open` of `Pool.open`. */
export const lastPart = (symbol: string): string => symbol.split(/\.|::|#/).at(-1) ?? symbol;

/** Whether a path in a text refers to this file: relative to the top, to a folder inside, or absolute. */
export const refersTo = (written: string, file: string): boolean => {
  const bare = written.replace(/^(?:\.\/)+/, "");
  return bare === file || file.endsWith(`/${bare}`) || bare.endsWith(`/${file}`);
};

const tests =
  /(?:^|\/)(?:tests?|__tests__|specs?|testing|testdata|fixtures?)\/|(?:^|\/)(?:test_|conftest\.)[^/]*$|[._-](?:test|spec|tests)\.\w+$|Tests?\.(?:java|cs|kt|php|swift)$/;

/** By common naming conventions for tests. */
export const isTestFile = (file: string): boolean => tests.test(file);
