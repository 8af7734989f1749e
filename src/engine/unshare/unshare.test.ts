import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { unshare } from "./unshare.js";

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), "throughline-unshare-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const { works } = await unshare().probe();

/** Runs a shell line in `repo`, where only `repo` and `run` may be written. */
async function inside(line: string, mayWrite: boolean): Promise<void> {
  for (const name of ["repo", "sibling", "run"]) await mkdir(join(folder, name), { recursive: true });
  const { file, args } = await unshare().wrap("/bin/sh", ["-c", line], {
    ...{ kind: "agent", folder: join(folder, "repo"), mayWrite, writable: [join(folder, "run")] },
    ...{ homeShown: [], programs: [], environment: {} },
  });
  await run(file, args).catch(() => undefined);
}

describe.skipIf(!works)("the sandbox of namespaces", () => {
  it("lets a run write into its repository and nowhere else", async () => {
    await inside(
      `echo a > inside; echo b > ${folder}/sibling/outside; echo c > ${folder}/outside; echo d > /tmp/throughline-outside`,
      true,
    );
    expect(await readdir(join(folder, "repo"))).toEqual(["inside"]);
    expect(await readdir(join(folder, "sibling"))).toEqual([]);
    expect((await readdir(folder)).sort()).toEqual(["repo", "run", "sibling"]);
    expect(await readdir("/tmp")).not.toContain("throughline-outside");
  });

  it("lets a run that only reads write nothing but its own folder", async () => {
    await inside(`echo a > other; echo b > ${folder}/run/note`, false);
    expect(await readdir(join(folder, "repo"))).not.toContain("other");
    expect(await readdir(join(folder, "run"))).toEqual(["note"]);
  });

  it("cannot be undone from inside", async () => {
    await inside(
      `mount -o remount,bind,rw / ; mount -o remount,bind,rw ${folder}/.. ; echo a > ${folder}/sibling/outside`,
      true,
    );
    expect(await readdir(join(folder, "sibling"))).toEqual([]);
  });
});
