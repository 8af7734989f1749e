import { chmodSync, existsSync, mkdirSync, readFileSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkStore } from "../../src/domain/context/check-context.js";
import { changeScope } from "../../src/domain/context/entries.js";
import { listEntryFacts } from "../../src/domain/context/entry-facts.js";
import { squashStore } from "../../src/domain/context/sync/squash-store.js";
import { openStoreRepository } from "../../src/domain/context/sync/store-repository.js";
import { aTeam, commitCode, filesIn, type Person, runGit, store, type Team } from "../support/team.js";

let team: Team;
beforeEach(async () => {
  team = await aTeam();
});
afterEach(() => team.remove());

describe("a repository that was unpacked with its .git folder", () => {
  it.each(["git://127.0.0.1:1/x.git", "ssh://127.0.0.1:1/x.git"])(
    "runs no program that it configures to reach %s",
    async (url) => {
      const { ada } = team;
      plant(ada, "*.txt");
      ada.git("remote", "set-url", "origin", url);
      await ada.pull().catch(() => {});
      expect(existsSync(mark()) ? readFileSync(mark(), "utf8") : "").toBe("");
    },
  );

  const mark = () => join(team.folder, "ran");
  const hooks =
    "pre-push reference-transaction post-index-change pre-commit commit-msg post-commit post-checkout post-merge pre-auto-gc update post-update";

  /** Everything that git would run, with attributes for the files that match. */
  function plant({ folder, git }: Person, pattern: string): void {
    const script = join(team.folder, "evil");
    writeFileSync(script, `#!/bin/sh\necho "$0 $*" >> ${mark()}\nexec cat\n`);
    const pack = join(team.folder, "evil-pack");
    writeFileSync(pack, `#!/bin/sh\necho "$0 $*" >> ${mark()}\nexec git-upload-pack "$@"\n`);
    const receive = join(team.folder, "evil-receive");
    writeFileSync(receive, `#!/bin/sh\necho "$0 $*" >> ${mark()}\nexec git-receive-pack "$@"\n`);
    for (const file of [script, pack, receive]) chmodSync(file, 0o755);
    mkdirSync(join(folder, ".git/hooks"), { recursive: true });
    for (const hook of hooks.split(" ")) {
      writeFileSync(join(folder, ".git/hooks", hook), `#!/bin/sh\necho ${hook} >> ${mark()}\n`);
      chmodSync(join(folder, ".git/hooks", hook), 0o755);
    }
    writeFileSync(join(folder, ".git/objects/info/alternates"), `${join(team.folder, "bob/.git/objects")}\n`);
    const settings = {
      "core.fsmonitor": script,
      "core.gitProxy": script,
      "core.sshCommand": script,
      "core.alternateRefsCommand": script,
      "filter.evil.clean": script,
      "filter.evil.smudge": script,
      "diff.evil.textconv": script,
      "diff.external": script,
      "credential.helper": `!${script}`,
      "gpg.program": script,
      "push.gpgSign": "true",
      "commit.gpgSign": "true",
      "remote.origin.uploadpack": pack,
      "remote.origin.receivepack": receive,
    };
    for (const [name, value] of Object.entries(settings)) git("config", name, value);
    mkdirSync(join(folder, ".git/info"), { recursive: true });
    writeFileSync(join(folder, ".git/info/attributes"), `${pattern} filter=evil diff=evil\n`);
  }

  it("runs no monitor, filter, converter or other program of its configuration when it pulls and shows changes", async () => {
    const { ada, bob } = team;
    await bob.note("notes", "from Bob\n");
    await bob.push();
    await ada.note("hidden", "shared\n");
    ada.git("add", "-A");
    ada.git("commit", "-q", "-m", "by hand");
    plant(ada, "*.txt");
    writeFileSync(join(ada.folder, "code.txt"), "eno\n");
    utimesSync(join(ada.folder, "code.txt"), new Date(), new Date(Date.now() + 5000));
    expect(await ada.pull()).toMatchObject({ status: expect.stringMatching(/pulled|merged/) });
    await changeScope(ada.project, { entryType: "knowledge", key: "hidden", scope: "private" });
    await squashStore(ada.project);
    await listEntryFacts(ada.project);
    const { repository, folder } = await openStoreRepository(ada.project);
    ada.write(store("knowledge/notes.md"), "edited\n");
    expect(await repository.diff(folder, "HEAD")).toContain("+edited");
    expect(existsSync(mark()) ? readFileSync(mark(), "utf8") : "").toBe("");
    expect(await ada.project.knowledge.keys()).toEqual(["hidden", "notes"]);
  });

  it("runs no filter, hook or other program when it pushes, and says which hook it left out", async () => {
    const { ada } = team;
    commitCode(ada, "code.txt", "two\n");
    plant(ada, "*.txt");
    await ada.note("notes", "x\n");
    runGit(team.remote, "config", "receive.certNonceSeed", "x");
    expect(await ada.push()).toMatchObject({
      status: "pushed",
      note: expect.stringContaining("pre-push hook was not run"),
    });
    expect(existsSync(mark()) ? readFileSync(mark(), "utf8") : "").toBe("");
  });

  it("asks the person's credential helper, and none of its own", async () => {
    const { ada } = team;
    const server = createServer((_, response) => {
      response.writeHead(401, { "www-authenticate": "Basic realm=x" }).end();
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const own = join(team.folder, "asked");
    const global = join(team.folder, "global");
    writeFileSync(global, `[credential]\n\thelper = "!echo asked >> ${own}; :"\n`);
    process.env.GIT_CONFIG_GLOBAL = global;
    try {
      plant(ada, "*.txt");
      ada.git("config", `credential.${url}.helper`, `!${join(team.folder, "evil")}`);
      ada.git("remote", "set-url", "origin", `${url}/x.git`);
      await ada.note("notes", "x\n");
      await ada.pull().catch(() => {});
      await ada.push().catch(() => {});
    } finally {
      delete process.env.GIT_CONFIG_GLOBAL;
      server.close();
    }
    expect(readFileSync(own, "utf8")).toContain("asked");
    expect(existsSync(mark()) ? readFileSync(mark(), "utf8") : "").toBe("");
  });

  it("is not synced past a filter for the store's own files, until a person says so", async () => {
    const { ada, bob } = team;
    await bob.note("theirs", "from Bob\n");
    await bob.push();
    plant(ada, "*");
    await ada.note("notes", "x\n");
    for (const sync of [() => ada.push(), () => ada.pull()])
      await expect(sync()).rejects.toMatchObject({ hint: expect.stringContaining("/.context-teleport/** -filter") });
    const { repository, folder } = await openStoreRepository(ada.project);
    await repository.diff(folder, "HEAD");
    expect(existsSync(mark()) ? readFileSync(mark(), "utf8") : "").toBe("");
    writeFileSync(join(ada.folder, ".git/info/attributes"), "* filter=evil\n/.context-teleport/** -filter\n");
    expect(await ada.push()).toMatchObject({ status: "pushed" });
    expect(filesIn(ada, "origin/main")).toContain(store("knowledge/notes.md"));
    expect(existsSync(mark()) ? readFileSync(mark(), "utf8") : "").toBe("");
  });
});

describe("a file that is too large", () => {
  const megabyte = 2 ** 20;

  it.each([17, 512])("of %i MB is not shared, and the error says which and what to do", async (size) => {
    const { ada } = team;
    ada.write(store("knowledge/huge.md"), "x");
    truncateSync(join(ada.folder, store("knowledge/huge.md")), size * megabyte);
    await expect(ada.push()).rejects.toMatchObject({ message: expect.stringMatching(/huge\.md.* MB/) });
    await expect(ada.pull()).resolves.toMatchObject({ status: "up_to_date" });
  });

  it.each([65, 512])("of %i MB is not read, and the error says which and what to do", async (size) => {
    const { ada } = team;
    await ada.note("fine", "x\n");
    ada.write(store("knowledge/huge.md"), "x");
    truncateSync(join(ada.folder, store("knowledge/huge.md")), size * megabyte);
    await expect(ada.project.knowledge.read("huge")).rejects.toMatchObject({
      message: expect.stringMatching(/huge\.md has \d+ MB/),
      hint: expect.stringContaining("move it away"),
    });
    // It hides no other file.
    expect(await ada.project.knowledge.list()).toMatchObject([{ key: "fine", content: "x\n" }]);
    expect(await checkStore(ada.project)).toEqual([
      { file: "knowledge/huge.md", problem: expect.stringContaining("64 MB") },
    ]);
  });

  it("that someone else pushed stops a pull with a sentence, and changes nothing", async () => {
    const { ada, bob } = team;
    bob.write(store("knowledge/huge.md"), "x");
    truncateSync(join(bob.folder, store("knowledge/huge.md")), 100 * megabyte);
    bob.git("add", "-A");
    bob.git("commit", "-q", "-m", "huge");
    bob.git("push", "-q");
    const head = ada.git("rev-parse", "HEAD");
    await expect(ada.pull()).rejects.toMatchObject({ message: expect.stringMatching(/larger than 64 MB/) });
    expect(ada.git("rev-parse", "HEAD")).toBe(head);
    expect(runGit(ada.folder, "status", "--porcelain")).toBe("");
  });
});
