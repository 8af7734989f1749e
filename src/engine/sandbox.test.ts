import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bubblewrap } from "./bubblewrap/bubblewrap.js";
import { namespaces } from "./namespaces/namespaces.js";
import type { SandboxPlan } from "./sandbox.js";

const run = promisify(execFile);
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "throughline-sandbox-"));
  for (const name of ["repo/.git/hooks", "sibling", "run", "logs"])
    await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, "agent.log"), "");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Every sandbox must pass the same tests. */
const sandboxes = [
  { name: "namespaces", sandbox: namespaces() },
  { name: "bubblewrap", sandbox: bubblewrap() },
];

for (const { name, sandbox } of sandboxes) {
  const verdict = await sandbox.probe();

  /** Runs a shell line in `repo`; `repo` and `run` are writable. */
  const inside = async (line: string, changes: Partial<SandboxPlan> = {}): Promise<string> => {
    const { file, args } = await sandbox.wrap("/bin/sh", ["-c", line], {
      kind: "agent",
      folder: join(folder, "repo"),
      mayWrite: true,
      writable: [join(folder, "run")],
      homePaths: [],
      programs: [],
      environment: {},
      ...changes,
    });
    const output = await run(file, args).catch((error: { stdout: string; stderr: string }) => error);
    return output.stdout + output.stderr;
  };
  const filesIn = async (...path: string[]) => (await readdir(join(folder, ...path))).sort();

  describe.skipIf(!verdict.works)(`a sandbox of ${name}${verdict.works ? "" : ` (skipped: ${verdict.about})`}`, () => {
    it("allows writes in the repository and nowhere else", async () => {
      await inside(
        `echo a > inside; echo b > ${folder}/sibling/outside; echo c > ${folder}/outside; echo d > /tmp/outside-${name};
         echo e > ${homedir()}/outside-${name}; echo f > /usr/outside; echo g > /dev/shm/outside-${name}`,
      );
      expect(await filesIn("repo")).toEqual([".git", "inside"]);
      expect(await filesIn("sibling")).toEqual([]);
      expect(await filesIn()).toEqual(["agent.log", "logs", "repo", "run", "sibling"]);
      for (const path of [tmpdir(), homedir(), "/usr", "/dev/shm"]) {
        expect((await readdir(path)).filter((file) => file.startsWith("outside"))).toEqual([]);
      }
    });

    it("allows no write through a link in the repository", async () => {
      await symlink(join(folder, "sibling"), join(folder, "repo", "link"));
      await inside("echo a > link/outside");
      expect(await filesIn("sibling")).toEqual([]);
    });

    it("has private temporary folders that a program can use", async () => {
      expect(await inside(`echo x > /tmp/mine && cat /tmp/mine && ls ${folder}`)).toBe("x\nrepo\nrun\n");
    });

    it("allows no change of git's hooks and configuration, nor of the folder with them", async () => {
      await writeFile(join(folder, "repo", ".git", "config"), "ours\n");
      await inside(`echo evil > .git/hooks/post-checkout; echo evil > .git/config; rm -r .git/hooks .git/config;
        mv .git/config .git/old; mv .git moved; echo fine > .git/other`);
      expect(await filesIn("repo")).toEqual([".git"]);
      expect(await filesIn("repo", ".git", "hooks")).toEqual([]);
      expect(await readFile(join(folder, "repo", ".git", "config"), "utf8")).toBe("ours\n");
      expect(await filesIn("repo", ".git")).toEqual(["config", "hooks", "other"]);
    });

    it("allows no hooks in a repository without any", async () => {
      await rm(join(folder, "repo", ".git", "hooks"), { recursive: true });
      await inside("mkdir -p .git/hooks; echo evil > .git/hooks/post-checkout");
      expect(await filesIn("repo", ".git", "hooks")).toEqual([]);
    });

    it("lets git work in a linked worktree, without the repository's files", async () => {
      const git = (...args: string[]) =>
        run("git", ["-C", join(folder, "real"), "-c", "user.name=A", "-c", "user.email=a@example.com", ...args]);
      await mkdir(join(folder, "real"));
      await git("init", "-q");
      await git("commit", "-q", "--allow-empty", "-m", "start");
      await git("worktree", "add", "-q", join(folder, "linked"));
      const line = `echo a > new; git add new && git status --short; echo b > ${folder}/real/outside; echo c > .git`;
      expect(await inside(line, { folder: join(folder, "linked") })).toContain("A  new\n");
      expect(await filesIn("real")).toEqual([".git"]);
      expect(await readFile(join(folder, "linked", ".git"), "utf8")).toContain("gitdir: ");
    });

    it("does not open another repository that a forged .git file names", async () => {
      await mkdir(join(folder, "sibling", ".git"));
      await rm(join(folder, "repo", ".git"), { recursive: true });
      await writeFile(join(folder, "repo", ".git"), `gitdir: ${join(folder, "sibling", ".git")}\n`);
      await inside(`echo evil > ${folder}/sibling/.git/evil`);
      expect(await filesIn("sibling", ".git")).toEqual([]);
    });

    it("allows no write in the repository of a read-only run, but in its own folder", async () => {
      await inside(`echo a > other; echo b > ${folder}/run/note`, { mayWrite: false });
      expect(await filesIn("repo")).toEqual([".git"]);
      expect(await filesIn("run")).toEqual(["note"]);
    });

    it("allows appending to a log file that the environment names, but not a folder", async () => {
      const environment = { AGENT_LOG: join(folder, "agent.log"), OTHER_LOG: join(folder, "logs") };
      await inside(`echo line >> ${folder}/agent.log; echo a > ${folder}/logs/outside`, { environment });
      expect(await readFile(join(folder, "agent.log"), "utf8")).toBe("line\n");
      expect(await filesIn("logs")).toEqual([]);
    });

    it("shows toolchains of the home folder read-only, without credentials, and hides the rest", async () => {
      const home = join(folder, "home");
      await mkdir(join(home, ".cargo", "bin"), { recursive: true });
      await writeFile(join(home, ".cargo", "bin", "cargo"), "program\n");
      await writeFile(join(home, ".cargo", "credentials.toml"), "token\n");
      await writeFile(join(home, "private.txt"), "private\n");
      const before = process.env.HOME;
      process.env.HOME = home;
      try {
        const line = `cd ${home}; cat .cargo/bin/cargo .cargo/credentials.toml private.txt; echo evil > .cargo/bin/cargo`;
        const output = await inside(line);
        expect(output).toContain("program\n");
        expect(output).not.toMatch(/token|private\n/);
      } finally {
        process.env.HOME = before;
      }
      expect(await readFile(join(home, ".cargo", "bin", "cargo"), "utf8")).toBe("program\n");
    });

    it("cannot be undone from inside", async () => {
      const line = `mount -o remount,bind,rw /; umount ${tmpdir()}; unshare -Urm sh -c 'mount -o remount,bind,rw /; umount ${tmpdir()};
        echo a > ${folder}/sibling/outside; echo b > /usr/throughline-outside';
        echo c > /proc/${process.pid}/root${folder}/sibling/outside; echo d > ${folder}/sibling/outside`;
      await inside(line);
      expect(await filesIn("sibling")).toEqual([]);
      expect(await readdir("/usr")).not.toContain("throughline-outside");
    });

    it("runs the command as the same user, in the repository", async () => {
      const user = `${process.getuid?.()}:${process.getgid?.()}`;
      expect(await inside("echo $(id -u):$(id -g); pwd")).toBe(`${user}\n${join(folder, "repo")}\n`);
    });
  });
}
