import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { nodeFiles } from "../../engine/node-files/node-files.js";
import { inStore, storePath } from "./context-layout.js";
import { openScopeStore } from "./scope-store.js";
import { readScopes } from "./scopes.js";

describe("a scope map of Context Teleport", () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "throughline-scopes-"));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));
  const path = () => storePath(root, inStore.scopes("knowledge"));
  const store = () => openScopeStore({ files: nodeFiles, openRepository: async () => undefined }, root);

  it("loses the entries that are set, and keeps the others", async () => {
    await nodeFiles.write(path(), '{"a.md": "private", "b.md": "ephemeral"}');
    await nodeFiles.write(storePath(root, "knowledge/a.md"), "a\n");
    await store().set("knowledge/a.md", "private");
    expect(await nodeFiles.read(path())).toBe('{\n  "b.md": "ephemeral"\n}\n');
    expect(await nodeFiles.exists(storePath(root, "knowledge/a.md"))).toBe(false);
    const scopes = await readScopes(nodeFiles, root);
    expect([scopes.of("knowledge/a.md"), scopes.of("knowledge/b.md")]).toEqual(["private", "ephemeral"]);
    expect(await nodeFiles.read(scopes.locate("knowledge/a.md"))).toBe("a\n");
  });

  it.each(["", "[]", "{", "null", '"x"'])(
    "with the content %j makes everything private, and is not overwritten",
    async (text) => {
      await nodeFiles.write(path(), text);
      const scopes = await readScopes(nodeFiles, root);
      expect([scopes.damagedMaps, scopes.of("knowledge/any.md")]).toEqual([["knowledge/.scope.json"], "private"]);
      expect(scopes.of("conventions/any.md")).toBe("public");
      await expect(store().set("knowledge/a.md", "private")).rejects.toThrow(/damaged/);
      await expect(store().write("knowledge/a.md", { content: "a" })).rejects.toThrow(/damaged/);
      expect(await nodeFiles.read(path())).toBe(text);
    },
  );

  it("treats an unknown scope as private", async () => {
    await nodeFiles.write(path(), '{"a.md": "team-only"}');
    expect((await readScopes(nodeFiles, root)).of("knowledge/a.md")).toBe("private");
  });

  it("lists a skill by its file, and the whole folder has the scope", async () => {
    await nodeFiles.write(storePath(root, inStore.scopes("skills")), '{"run/SKILL.md": "private"}');
    expect((await readScopes(nodeFiles, root)).of("skills/run/.usage.ndjson")).toBe("private");
  });
});
