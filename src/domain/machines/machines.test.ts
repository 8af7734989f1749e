import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ClaudeTranscript } from "../../../test/support/claude-transcript.js";
import { ingestTranscripts } from "../../../test/support/ingest-transcripts.js";
import { type Machine, MachinesModel, openMachine, randomFrom } from "../../../test/support/machines-model.js";
import { filesWith } from "../../../test/support/search-home.js";

const steps = Number(process.env.MACHINES_STEPS ?? 70);
const seeds = (process.env.MACHINES_SEEDS ?? "1 2").split(" ").map(Number);

describe("three machines of one person", () => {
  it.each(seeds)(
    "lose nothing, double nothing and bring nothing back, whatever is killed or offline (seed %d)",
    async (seed) => {
      const model = await MachinesModel.open(seed, (folder) => join(folder, "remote"));
      for (let i = 0; i < steps; i++) await model.step();
      await model.settle();
      expect(await model.faults()).toEqual([]);
      expect(model.kills).toBeGreaterThan(0);
      await model.close();
    },
    3_600_000,
  );
});

describe("two machines", () => {
  let folder: string;
  let remote: string;
  let laptop: Machine;
  let desktop: Machine;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "throughline-machines-"));
    remote = join(folder, "remote");
    await mkdir(remote);
    const random = randomFrom(1);
    laptop = await openMachine(folder, "laptop", random);
    desktop = await openMachine(folder, "desktop", random);
  });
  afterEach(async () => {
    for (const { app } of [laptop, desktop]) await app.sql.close();
    await rm(folder, { recursive: true, force: true });
  });

  const record = ({ app }: Machine, content: string, project = "shop") =>
    app.memories.record(app.call, { project, title: content, content, outcome: "success", tags: [] });
  const textsOn = async ({ app }: Machine) =>
    (await app.memories.list(app.call, { limit: 100, offset: 0 })).memories.map(({ content }) => content).sort();
  const sync = ({ app }: Machine, request = {}) => app.machines.sync(app.call, request);
  const join2 = async (place = remote) => {
    await sync(laptop, { remote: place });
    await sync(desktop, { remote: place, keyFile: laptop.app.home.machinesKey });
  };

  it("share lessons through a git remote, whose branches keep nothing of a forgotten one", async () => {
    execFileSync("git", ["init", "-q", "--bare", remote]);
    const { id } = await record(laptop, "The quokka gateway needs a restart.");
    await record(laptop, "Releases wait for a review.");
    await join2();
    expect(await textsOn(desktop)).toEqual(await textsOn(laptop));
    expect(filesWith(remote, ["quokka", "laptop"])).toEqual([]);

    await desktop.app.memories.forget(desktop.app.call, id);
    for (const machine of [desktop, laptop, desktop]) await sync(machine);
    expect(await textsOn(laptop)).toEqual(["Releases wait for a review."]);
    const git = (...args: string[]) => execFileSync("git", ["-C", remote, ...args], { encoding: "utf8" }).trim();
    const { machine } = JSON.parse(await readFile(laptop.app.home.machines, "utf8")) as { machine: string };
    const branches = git("for-each-ref", "--format=%(refname)").split("\n");
    expect(branches).toHaveLength(2);
    // The one that had the text begins again.
    expect(git("rev-list", "--count", branches.find((name) => name.endsWith(machine)) ?? "")).toBe("1");
    await expect(record(laptop, "The quokka gateway needs a restart.")).rejects.toThrow("forgotten");
  });

  it("name the same folder below each person's own folder", async () => {
    await record(laptop, "Use pnpm.", join(folder, "laptop", "person", "notes"));
    await join2();
    const { memories } = await desktop.app.memories.list(desktop.app.call, { limit: 9, offset: 0 });
    expect(memories.map(({ project }) => project)).toEqual([join(folder, "desktop", "person", "notes")]);
  });

  it("forget a session on both", async () => {
    const id = "5e551011-0000-4000-8000-000000000001";
    for (const { app } of [laptop, desktop])
      await ingestTranscripts(app, new ClaudeTranscript(id, app.folder).ask("Deploy the quokka.").say("Done."));
    await join2();
    await laptop.app.sessions.forget(laptop.app.call, { session: id });
    await sync(laptop);
    await sync(desktop);
    await expect(desktop.app.sessions.find(desktop.app.call, id)).rejects.toThrow("not found");
    expect(filesWith(desktop.app.home.path, ["quokka"])).toEqual([]);
  });

  it("a rejection outlives a vote that did not know of it", async () => {
    const { id } = await record(laptop, "Always rebase.");
    await join2();
    await laptop.app.memories.update(laptop.app.call, id, { state: "rejected" });
    await desktop.app.memories.signal(desktop.app.call, id, "helpful");
    for (const machine of [laptop, desktop, laptop]) await sync(machine);
    for (const { app } of [laptop, desktop])
      expect((await app.memories.get(app.call, id)).memory).toMatchObject({ state: "rejected", votes: { helpful: 1 } });
  });

  it("a second one without the key is told to copy it", async () => {
    await sync(laptop, { remote });
    await expect(sync(desktop, { remote })).rejects.toThrow("with another key");
    const notes = join(folder, "notes.txt");
    await writeFile(notes, "hello");
    await expect(sync(desktop, { remote, keyFile: notes })).rejects.toThrow("has no key");
    await expect(sync(desktop)).rejects.toThrow("does not sync");
    await expect(sync(desktop, { remote: join(folder, "usb") })).rejects.toThrow("There is no folder");
  });

  it("a new key shuts out whoever has the old one, and loses nothing", async () => {
    await record(laptop, "One.");
    await join2();
    await record(desktop, "Two, not sent yet.");
    await sync(laptop, { isNewKey: true });
    await record(laptop, "Three.");
    await sync(laptop);
    await expect(sync(desktop)).rejects.toThrow("was changed on another machine");
    expect(await textsOn(desktop)).not.toContain("Three.");
    expect(await readdir(join(remote, "throughline-machines"))).toHaveLength(1);
    await sync(desktop, { keyFile: laptop.app.home.machinesKey });
    await sync(laptop);
    expect(await textsOn(laptop)).toEqual(["One.", "Three.", "Two, not sent yet."]);
    expect(await textsOn(desktop)).toEqual(await textsOn(laptop));
  });

  it("fill an emptied place again, and skip a segment that is not complete", async () => {
    await record(laptop, "One.");
    await join2();
    await rm(join(remote, "throughline-machines"), { recursive: true });
    await record(desktop, "Two.");
    for (const machine of [laptop, desktop, laptop]) await sync(machine);
    expect(await textsOn(laptop)).toEqual(["One.", "Two."]);
    const [space = ""] = await readdir(join(remote, "throughline-machines"));
    const own = join(remote, "throughline-machines", space, "someone");
    await mkdir(own);
    await writeFile(join(own, "0".repeat(32)), "half");
    expect(await sync(laptop)).toMatchObject({ unreadable: 1, received: 0 });
  });

  it("join small segments, so that a log stays short", async () => {
    await join2();
    for (let i = 0; i < 66; i++) {
      await record(laptop, `Lesson number ${i}.`);
      await sync(laptop);
    }
    await sync(desktop);
    expect(await textsOn(desktop)).toHaveLength(66);
    const [space = ""] = await readdir(join(remote, "throughline-machines"));
    const logs = await readdir(join(remote, "throughline-machines", space));
    const counts = await Promise.all(
      logs.map(async (log) => (await readdir(join(remote, "throughline-machines", space, log))).length),
    );
    expect(Math.max(...counts)).toBeLessThan(5);
  });

  it("doctor says where and when, and what is not sent yet", async () => {
    expect(await laptop.app.machines.check("local")).toEqual([]);
    await sync(laptop, { remote });
    expect(await laptop.app.machines.check("local")).toMatchObject([{ status: "ok", check: "machines" }]);
    await laptop.app.machines.leave(laptop.app.call);
    expect(await laptop.app.machines.check("local")).toEqual([]);
    expect(await laptop.app.machines.syncIfSetUp(laptop.app.call)).toBeUndefined();
  });
});
