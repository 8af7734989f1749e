import { describe, expect, it } from "vitest";
import { laws } from "./support/laws.js";
import { readSources, type Source } from "./support/sources.js";

const sources = readSources();

describe("the tree", () => {
  for (const [name, broken] of Object.entries(laws)) {
    it(name, () => expect(broken(sources)).toEqual([]));
  }
});

/** A source that breaks each law: a law that no planted file can break would hold nothing. */
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
