import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { bundleScript } from "../support/bundle-script.js";
import { aPerson, fastFolder, filesIn, runGit } from "../support/team.js";

const script = await bundleScript("context-writer");
/** Thirty-two processes were too many once: some waited for the lock until they were refused. */
const [processes, writes] = [32, 5];

describe("many processes on one store", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(fastFolder, "throughline-store-"));
    runGit(folder, "init", "-q", "-b", "main");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  afterAll(() => script.remove());

  const start = (name: string, count: number) =>
    spawn(process.execPath, [script.file, folder, name, String(count)], { stdio: ["ignore", "inherit", "inherit"] });
  const exitOf = (child: ReturnType<typeof start>) =>
    new Promise<number | null>((resolve) => child.on("close", resolve));

  it("W14: lose nothing, assign no number twice and never publish a private entry", async () => {
    const codes = await Promise.all(Array.from({ length: processes }, (_, i) => exitOf(start(`w${i}`, writes))));
    expect(codes).toEqual(Array(processes).fill(0));
    const { project, push } = aPerson(folder, "reader");
    const [notes, decisions] = [await project.knowledge.list(), await project.decisions.list()];
    expect(notes).toHaveLength(processes * writes * 0.8);
    for (const { key, scope } of notes) {
      const i = Number(key.split("-")[1]);
      expect(`${key} ${scope}`).toBe(`${key} ${i % 2 === 0 ? "private" : "public"}`);
    }
    expect(decisions.map(({ id }) => id)).toEqual(Array.from({ length: processes * writes * 0.2 }, (_, i) => i + 1));
    for (const { key } of notes.filter(({ scope }) => scope === "public").slice(0, 50)) {
      expect(await project.knowledge.authorOf(key)).toBe(key.split("-")[0]);
    }
    await push();
    const committed = filesIn(aPerson(folder, "x"), "HEAD").filter((path) => /knowledge\/w/.test(path));
    expect(committed).toHaveLength(notes.filter(({ scope }) => scope === "public").length);
  });

  it("W14: a killed process does not block the others", async () => {
    const killed = start("killed", 100_000);
    const { project, note } = aPerson(folder, "next");
    for (let tries = 0; tries < 600 && (await project.knowledge.keys()).length < 5; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    killed.kill("SIGKILL");
    await exitOf(killed);
    await note("after", "still works\n");
    expect((await project.knowledge.read("after"))?.content).toBe("still works\n");
    const unfinished = (await project.files.tree(folder)).filter(
      (path) => path.endsWith(".md") && path.includes("tmp"),
    );
    expect(unfinished).toEqual([]);
  });
});
