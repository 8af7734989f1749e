import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path/posix";
import { describe, expect, it } from "vitest";
import { findRetiredWords } from "./support/language.js";
import { root, type Source } from "./support/sources.js";

const folders = ["src", "web", "bench", "test", "scripts", "docs", "plugins"];
/** Data, recorded texts and generated pages, and the list of retired words itself. */
const ignored =
  /^(bench\/(retrieval\/sets|code-questions|extraction\/(tune|held-out)|handover\/stories)|test\/(fixtures|golden|protocol)|test\/(support\/retired-words|language\.test)\.ts|docs\/reference)/;

const files: Source[] = [
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  ),
  ...readdirSync(root),
]
  .filter((path) => /\.(tsx?|md)$/.test(path) && !ignored.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

describe("the language of the project", () => {
  it("has no retired word in names and texts", () => {
    expect(files.flatMap(findRetiredWords)).toEqual([]);
  });

  it("reads every kind of file", () => {
    for (const folder of folders) expect(files.some(({ path }) => path.startsWith(`${folder}/`))).toBe(true);
  });

  const planted: Source[] = [
    { path: "src/domain/bad.ts", text: "const likeness = 1;" },
    { path: "src/domain/bad.ts", text: "const cosineLikeness = 1;" },
    { path: "src/domain/kindred-words.ts", text: "" },
    { path: "src/domain/bad.ts", text: "const mostBytes = 1;" },
    { path: "src/domain/bad.ts", text: "interface SerialisedRow {}" },
    { path: "src/domain/catalogue.ts", text: "" },
    { path: "src/domain/bad.ts", text: "/** Changes the behaviour. */" },
    { path: "src/domain/bad.ts", text: "// Related by kinship." },
    { path: "src/domain/bad.ts", text: 'const text = "The Catalogue is empty.";' },
    { path: "src/domain/bad.ts", text: "const text = `initialised once`;" },
    { path: "web/bad.tsx", text: "const title = 'Licence';" },
    { path: "docs/bad.md", text: "Files are organised by kind." },
    { path: "src/domain/bad.ts", text: "/** Nobody reads on. */" },
    { path: "src/domain/bad.ts", text: "const told = 1;" },
    { path: "src/domain/bad.ts", text: "// Built anew, unless told otherwise." },
    { path: "src/domain/summarise-project.ts", text: "" },
    { path: "docs/bad.md", text: "`uninstall` gives back every byte." },
    { path: "docs/bad.md", text: "Mend what is drawn from sessions." },
    { path: "web/bad.tsx", text: "const neighbourColour = 1;" },
  ];
  it.each(planted)("finds a planted word in $path: $text", (file) => {
    expect(findRetiredWords(file)).not.toEqual([]);
  });

  it("accepts the superlative and names frozen by a contract", () => {
    expect(findRetiredWords({ path: "src/domain/good.ts", text: "const mostCommonType = mostSimilar;" })).toEqual([]);
  });
});
