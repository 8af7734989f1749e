import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { nodeFiles } from "../../engine/node-files/node-files.js";
import { inStore, storePath } from "./context-layout.js";
import { readScopeMap, writeScopeMap } from "./scope-map.js";

describe("a scope map", () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "throughline-scopes-"));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));
  const path = () => storePath(root, inStore.scopes("knowledge"));
  const set = (...entries: [string, "public" | "private" | "ephemeral"][]) =>
    writeScopeMap(nodeFiles, root, "knowledge", new Map(entries));

  it("lists entries that are not public, sorted, and drops those that become public", async () => {
    await set(["b.md", "private"], ["a.md", "ephemeral"], ["c.md", "public"]);
    expect(await nodeFiles.read(path())).toBe('{\n  "a.md": "ephemeral",\n  "b.md": "private"\n}\n');
    await set(["a.md", "public"]);
    expect(await nodeFiles.read(path())).toBe('{\n  "b.md": "private"\n}\n');
  });

  it.each(["", "[]", "{", "null", '"x"'])(
    "with the content %j makes everything private, and is not overwritten",
    async (text) => {
      await nodeFiles.write(path(), text);
      const map = await readScopeMap(nodeFiles, root, "knowledge");
      expect([map.isSound, map.of("any.md")]).toEqual([false, "private"]);
      await expect(set(["a.md", "private"])).rejects.toThrow(/damaged/);
      expect(await nodeFiles.read(path())).toBe(text);
    },
  );

  it("treats an unknown scope as private", async () => {
    await nodeFiles.write(path(), '{"a.md": "team-only"}');
    expect((await readScopeMap(nodeFiles, root, "knowledge")).of("a.md")).toBe("private");
  });
});
