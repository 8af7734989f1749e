import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { nodeFiles } from "../../engine/node-files/node-files.js";
import { isPrivateText, readPrivateTexts, recordPrivateText } from "./private-texts.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "throughline-private-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("remembers the first text of an entry that was edited hundreds of times: a stash may still hold it", async () => {
  const location = { root: folder, gitDir: folder, commonDir: folder, folder: ".context-teleport" };
  for (let i = 0; i < 300; i++) await recordPrivateText(nodeFiles, location, "knowledge/a.md", `text ${i}`);
  const texts = await readPrivateTexts(nodeFiles, location);
  expect(isPrivateText(texts, "knowledge/a.md", "text 0")).toBe(true);
});

it("recognizes a private text between conflict markers", async () => {
  const location = { root: folder, gitDir: folder, commonDir: folder, folder: ".context-teleport" };
  await recordPrivateText(nodeFiles, location, "knowledge/a.md", "mine");
  const texts = await readPrivateTexts(nodeFiles, location);
  const text = "<<<<<<< Updated upstream\nshared\n=======\nmine\n>>>>>>> Stashed changes\n";
  expect(isPrivateText(texts, "knowledge/a.md", text)).toBe(true);
  expect(isPrivateText(texts, "knowledge/a.md", text.replace("mine", "yours"))).toBe(false);
});
