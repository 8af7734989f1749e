import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { laws } from "./support/laws.js";
import { pageLaws } from "./support/page-laws.js";
import { readSources, root, type Source } from "./support/sources.js";

const sources = readSources();

describe("the tree", () => {
  for (const [name, broken] of Object.entries(laws)) {
    it(name, () => expect(broken(sources)).toEqual([]));
  }
});

/** A source that breaks each rule, to prove that every rule can fail. */
const planted: Record<keyof typeof laws, Source> = {
  "puts every file in a layer": { path: "helpers/misc.ts", text: "" },
  "imports only rightwards": { path: "domain/memory/bad.ts", text: 'import { x } from "../../surface/exposure.js";' },
  "names engines only where the product is put together": {
    path: "store/bad.ts",
    text: 'import { openSqlite } from "../engine/sqlite/open-sqlite.js";',
  },
  "keeps one family from another": {
    path: "domain/memory/bad.ts",
    text: 'import { createArchive } from "../archive/archive.js";',
  },
  "meets the outside world in entry/ and engine/ only": { path: "domain/bad.ts", text: "const at = Date.now();" },
  "keeps the schema library out of what hooks and openings load": {
    path: "base/bad.ts",
    text: 'import * as z from "zod";',
  },
  "imports the schema library so that the bundler can drop what is unused": {
    path: "tools/bad.ts",
    text: 'import { z } from "zod";',
  },
  "lets functions over text import nothing but each other": {
    path: "base/text/bad.ts",
    text: 'import { join } from "node:path";',
  },
  "has no import cycles": { path: "base/loop.ts", text: 'import { x } from "./loop.js";' },
  "has no barrels and no default exports": { path: "base/bad.ts", text: 'export * from "./ids.js";' },
};

describe("a planted violation", () => {
  for (const [name, file] of Object.entries(planted)) {
    it(`turns "${name}" red`, () => {
      const found = laws[name]?.([...sources, file]) ?? [];
      expect(found.join("\n")).toContain(file.path);
    });
  }

  it("exists for every law", () => expect(Object.keys(planted)).toEqual(Object.keys(laws)));
});

const pageSources = readSources(join(root, "web"), /\.(tsx?|css)$/).filter(({ path }) => path !== "vite.config.ts");

describe("the page's sources", () => {
  for (const [name, broken] of Object.entries(pageLaws)) {
    it(name, () => expect(broken(pageSources)).toEqual([]));
  }
});

const plantedInPage: Record<keyof typeof pageLaws, Source> = {
  "imports nothing from the server but its types and functions over text": {
    path: "views/bad.tsx",
    text: 'import { problems } from "../../src/base/errors.js";',
  },
  "is built from few packages": { path: "views/bad.tsx", text: 'import { z } from "zod";' },
  "uses no names of Node.js": { path: "views/bad.tsx", text: "const home = process.env.HOME;" },
  "never turns text into markup or code": { path: "views/bad.tsx", text: "node.innerHTML = text;" },
  "loads nothing from other hosts": { path: "views/bad.tsx", text: '<img src="https://cdn.example.com/a.png" />' },
  "has no barrels and no default exports": { path: "views/bad.tsx", text: "export default View;" },
  "styles each class in one sheet only": { path: "styles/bad.css", text: ".side {\n" },
};

describe("a planted violation in the page", () => {
  for (const [name, file] of Object.entries(plantedInPage)) {
    it(`turns "${name}" red`, () => {
      const found = pageLaws[name]?.([...pageSources, file]) ?? [];
      expect(found.join("\n")).toContain(file.path);
    });
  }

  it("exists for every law", () => expect(Object.keys(plantedInPage)).toEqual(Object.keys(pageLaws)));
});

/** Files that import something from `lab/`. */
const importersOfLab = (files: readonly Source[]) =>
  files
    .filter(({ text }) => /^(?:import .*|} )from "(?:\.\.\/)+lab\/|import\("(?:\.\.\/)+lab\//m.test(text))
    .map(({ path }) => path);

describe("the laboratory", () => {
  const outside = ["src", "web", "test", "bench", "scripts"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => ({ path: join(folder, name), text: readFileSync(join(root, folder, name), "utf8") })),
  );

  it("is imported by nothing outside it", () => expect(importersOfLab(outside)).toEqual([]));

  it("is seen by this test where something imports it", () => {
    const file = { path: "test/bad.test.ts", text: 'import { readHalf } from "../lab/diagnosis/cases.js";' };
    expect(importersOfLab([file])).toEqual(["test/bad.test.ts"]);
  });
});
