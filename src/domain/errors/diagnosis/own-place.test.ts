import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aGitRepository } from "../../../../test/support/seed-project.js";
import { openGitRepository } from "../../../engine/git-cli/open-git-repository.js";
import { nodeFileTree } from "../../../engine/node-files/node-file-tree.js";
import { stackFrames } from "../stack-frames.js";
import { ownPlace } from "./own-place.js";
import { openProjectFiles, type ProjectFiles } from "./project-files.js";

/** Maps 1:20 to line 5 of the first source, 1:60 to line 2 of the second. */
const mapOf = (sources: readonly string[], more: object = {}) =>
  JSON.stringify({ version: 3, sources, names: [], mappings: "AAAA,mBAIA,wCCHA", ...more });

describe("ownPlace", () => {
  let folder: string;
  let files: ProjectFiles;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "own-place-"));
    aGitRepository(folder, {
      ".gitignore": "dist/\nnode_modules/\n",
      "src/web/server.ts": "\n".repeat(9),
      "src/web/page.ts": "\n".repeat(9),
      "src/shop/stock.py": "\n",
      "src/main/java/com/shop/Basket.java": "\n",
      "app/[id]/page.tsx": "\n",
      "app/[slug].tsx": "\n",
      "packages/a/src/index.ts": "\n",
      "packages/b/src/index.ts": "\n",
      "vendor/lib/run.js": "\n",
      "internal/pool/pool.go": "\n",
      "internal/run.js": "\n",
      "handler.py": "\n",
      "api.py": "\n",
    });
    const write = (path: string, text: string) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    };
    write("dist/server.js", "a()\n");
    write("dist/server.js.map", mapOf(["../src/web/server.ts", "../node_modules/left/index.js"]));
    write(
      "dist/inline.js",
      `a()\n//# sourceMappingURL=data:application/json;base64,${btoa(mapOf(["webpack://shop/./src/web/page.ts"]))}\n`,
    );
    write("dist/rooted.js", "a()\n//# sourceMappingURL=maps/rooted.map\n");
    write("dist/maps/rooted.map", mapOf(["page.ts"], { sourceRoot: "../src/web" }));
    write("dist/broken.js", "a()\n");
    write("dist/broken.js.map", "{");
    write("node_modules/left/index.js", "\n");
    const open = openProjectFiles({
      openRepository: openGitRepository,
      tree: nodeFileTree,
      indexedNamed: async () => undefined,
    });
    files = (await open(undefined as never, folder, true)) as ProjectFiles;
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const place = async (trace: string) => {
    const found = await ownPlace(files, stackFrames(trace));
    return found && `${found.path}:${found.line}`;
  };
  const js = (...places: string[]) => `Error: x\n${places.map((one) => `    at f (${one})`).join("\n")}`;

  it.each([
    [
      "a checkout of another project",
      js("/somewhere/lib-checkout/other.js:4:1", "/app/src/web/server.ts:6:1"),
      "src/web/server.ts:6",
    ],
    [
      "a dependency on this machine",
      () => js(`${folder}/node_modules/left/index.js:1:1`, `${folder}/src/web/page.ts:7:1`),
      "src/web/page.ts:7",
    ],
    ["vendored code", js("/app/vendor/lib/run.js:1:1", "/app/src/web/page.ts:7:1"), "src/web/page.ts:7"],
    [
      "an unknown package of Java",
      "\tat com.unheard.net.Pool.run(Pool.java:12)\n\tat com.shop.Basket.add(Basket.java:4)",
      "src/main/java/com/shop/Basket.java:4",
    ],
    [
      "a package beside the handler",
      'File "/var/task/handler.py", line 4, in f\n  File "/var/task/unheard/api.py", line 9, in g',
      "handler.py:4",
    ],
  ])("skips %s", async (_, trace, expected) => {
    expect(await place(typeof trace === "string" ? trace : trace())).toBe(expected);
  });

  it.each([
    ["a bundler's path", "at render (webpack:///./src/web/page.ts:7:10)", "src/web/page.ts:7"],
    ["a path with brackets", js("/app/app/[id]/page.tsx:3:1"), "app/[id]/page.tsx:3"],
    ["a name with brackets", js("/srv/web/app/[slug].tsx:3:1"), "app/[slug].tsx:3"],
    [
      "the project's own installed package",
      'File "/venv/lib/python3.11/site-packages/shop/stock.py", line 8, in f',
      "src/shop/stock.py:8",
    ],
    ["a Windows path", js("C:\\ci\\shop\\src\\web\\page.ts:7:10"), "src/web/page.ts:7"],
    [
      "a folder that is named as one of a runtime",
      "\t/srv/shop/internal/pool/pool.go:12 +0x1d",
      "internal/pool/pool.go:12",
    ],
    [
      "a relative path of such a folder",
      js("internal/modules/loader.js:1:1", "internal/run.js:3:1"),
      "internal/run.js:3",
    ],
    ["a compiled file whose map is damaged", js("/app/dist/broken.js:1:20"), "dist/broken.js:1"],
  ])("finds %s in the project", async (_, trace, expected) => expect(await place(trace)).toBe(expected));

  it.each([
    ["beside the file", js("/app/dist/server.js:1:20"), "src/web/server.ts:5"],
    ["inside the file, of a bundler", js("/app/dist/inline.js:1:20"), "src/web/page.ts:5"],
    ["at a named place, with a root", js("/app/dist/rooted.js:1:20"), "src/web/page.ts:5"],
    ["of a bundle with libraries", js("/app/dist/server.js:1:60", "/app/dist/server.js:1:25"), "src/web/server.ts:5"],
  ])("reads the source map %s", async (_, trace, expected) => expect(await place(trace)).toBe(expected));

  it("claims no place when several files fit, or none does", async () => {
    expect(await place(js("/app/src/index.ts:1:1"))).toBeUndefined();
    expect(await place(js("/app/elsewhere/other.ts:1:1"))).toBeUndefined();
  });
});
