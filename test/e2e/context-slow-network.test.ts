import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { aTeam, store, type Team } from "../support/team.js";

let team: Team;
beforeEach(async () => {
  team = await aTeam();
});
afterEach(() => team.remove());

const notes = store("knowledge/notes.md");
const base = "# Notes\n\n## One\n\nfirst\n\n## Two\n\nsecond\n";

/** A git server that blocks each push until it is released. */
function aSlowServer({ remote, folder }: Team) {
  const [begun, go] = [join(folder, "begun"), join(folder, "go")];
  const hook = join(remote, "hooks", "pre-receive");
  writeFileSync(hook, `#!/bin/sh\ntouch "${begun}"\nwhile [ ! -e "${go}" ]; do sleep 0.02; done\n`);
  chmodSync(hook, 0o755);
  return {
    async isAsked() {
      while (!existsSync(begun)) await sleep(10);
    },
    goOn: () => writeFileSync(go, ""),
  };
}

/** Ada edits the first section while her push merges Bob's edit of a section. */
async function editWhilePushing(bobsSection: string) {
  const { ada, bob } = team;
  await ada.note("notes", base);
  await ada.push();
  await bob.pull();
  await bob.note("notes", base.replace(bobsSection, "Bob's"));
  await bob.push();
  const server = aSlowServer(team);
  await ada.note("other", "Ada's\n");
  const push = ada.push();
  await server.isAsked();
  await ada.note("notes", base.replace("first", "edited meanwhile"));
  server.goOn();
  return push;
}

describe("a push over a slow network", () => {
  it("blocks no writer and loses no write", async () => {
    const { ada, bob } = team;
    const server = aSlowServer(team);
    await ada.note("notes", base);
    const push = ada.push();
    await server.isAsked();
    await ada.note("later", "written meanwhile\n");
    await ada.note("notes", base.replace("first", "edited meanwhile"));
    server.goOn();
    expect(await push).toMatchObject({ status: "pushed", files: expect.arrayContaining([notes]) });
    expect(ada.read(notes)).toContain("edited meanwhile");
    await bob.pull();
    expect(bob.read(notes)).toBe(base);
    expect(await ada.push()).toMatchObject({ status: "pushed" });
    await bob.pull();
    expect(bob.read(notes)).toContain("edited meanwhile");
    expect(bob.read(store("knowledge/later.md"))).toBe("written meanwhile\n");
  });

  it("merges concurrent local writes with what others pushed", async () => {
    const { ada } = team;
    expect(await editWhilePushing("second")).toMatchObject({ status: "pushed" });
    expect(ada.read(notes)).toBe(base.replace("second", "Bob's").replace("first", "edited meanwhile"));
  });

  it("leaves the merge to the next pull when both changed the same lines meanwhile", async () => {
    const { ada } = team;
    expect(await editWhilePushing("first")).toMatchObject({
      status: "pushed",
      note: expect.stringContaining("The next pull merges it"),
    });
    expect(ada.read(notes)).toContain("edited meanwhile");
    expect(await ada.pull("agent")).toMatchObject({ status: "conflicts" });
  });
});
