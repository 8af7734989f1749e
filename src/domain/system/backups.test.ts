import { existsSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callAs } from "../../../test/support/call-as.js";
import { commandNamed } from "../../../test/support/command-named.js";
import { type TestApp, testApp } from "../../../test/support/test-app.js";
import { fixedRuntime } from "../../base/runtime.js";

let folder: string;
let app: TestApp;
let day = 0;
const clock = { ...fixedRuntime(), now: () => new Date(Date.UTC(2026, 0, 1 + day)) };
const open = (settings: object = {}) => {
  const home = join(folder, "home");
  return testApp(
    { ...settings },
    undefined,
    { database: join(home, "throughline.db") },
    { folder, runtime: clock, database: join(home, "throughline.db") },
  );
};
beforeEach(async () => {
  day = 0;
  folder = await mkdtemp(join(tmpdir(), "throughline-backups-"));
  await mkdir(join(folder, "home"));
  app = await open();
});
afterEach(() => app.remove());

const names = () => readdirSync(join(folder, "home", "backups")).toSorted();
const record = (content: string) =>
  callAs(app)("memory_record", { project_id: "shop", title: content.slice(0, 40), content, outcome: "success" });

describe("automatic backups", () => {
  it("make one copy a day and keep the newest seven", async () => {
    for (day = 0; day < 9; day++) {
      expect(await app.automaticBackups.makeIfDue()).toContain(`2026-01-0${day + 1}`);
      expect(await app.automaticBackups.makeIfDue()).toBeUndefined();
    }
    expect(names()).toEqual([3, 4, 5, 6, 7, 8, 9].map((one) => `throughline-2026-01-0${one}.db`));
  });

  it("stay within the maximum size", async () => {
    const [latest] = [await app.automaticBackups.makeIfDue()];
    const copy = await readFile(latest ?? "");
    for (const old of ["2025-12-30", "2025-12-31"])
      await writeFile(
        join(folder, "home", "backups", `throughline-${old}.db`),
        Buffer.concat([copy, Buffer.alloc(600_000)]),
      );
    const limited = await open({ "backups.maxMB": 2 });
    day = 1;
    await limited.automaticBackups.makeIfDue();
    const sizes = (await limited.automaticBackups.list()).map(({ bytes }) => bytes);
    await limited.sql.close();
    expect(sizes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(2_000_000);
    expect(names()).toContain("throughline-2026-01-02.db");
  });

  it("are restored by one command", async () => {
    await record("The walrus needs port 4100.");
    await app.automaticBackups.makeIfDue();
    await record("Colors come from the theme file.");
    const restored = await commandNamed("restore").run({}, app);
    const { file, before } = restored as { file: string; before?: string };
    expect(file).toContain("throughline-2026-01-01.db");
    expect(existsSync(before ?? "")).toBe(true);
    expect((await app.memories.list(app.call, { limit: 9, offset: 0 })).total).toBe(1);
  });

  it("are deleted when something is forgotten, because they contain it", async () => {
    const { id } = await record("The quokkaferry is secret.");
    await app.automaticBackups.makeIfDue();
    await callAs(app)("memory_forget", { memory_id: id });
    expect(names()).toEqual([]);
  });

  it("are off with backups.keep 0, and doctor says so", async () => {
    const without = await open({ "backups.keep": 0 });
    expect(await without.automaticBackups.makeIfDue()).toBeUndefined();
    const findings = await without.doctor.runChecks();
    await without.sql.close();
    expect(findings.find(({ check }) => check === "backups")).toMatchObject({ status: "warning" });
  });
});
