import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Product } from "../support/product.js";
import { filesWith } from "../support/search-home.js";

let laptop: Product;
let desktop: Product;
beforeEach(() => {
  laptop = new Product();
  desktop = new Product();
});
afterEach(() => {
  laptop.remove();
  desktop.remove();
});

const textsOn = (product: Product): string[] => {
  const { memories } = JSON.parse(
    product.run(["memory", "list", "--project-id", "shop", "--limit", "100", "--json"]).stdout,
  );
  return memories.map(({ content }: { content: string }) => content).sort();
};

it("two machines have the same lessons, however often a sync is killed", async () => {
  const remote = join(laptop.folder, "remote");
  mkdirSync(remote);
  const lessons = Array.from({ length: 2 }, (_, i) => `The quokka gateway ${i} needs a restart.`);
  for (const [i, text] of lessons.entries())
    (i % 2 ? laptop : desktop).run(["memory", "record", `Gateway ${i}`, text, "--project-id", "shop"]);
  const first = laptop.run(["sync", "machines", remote]);
  expect(first.stdout).toContain(`The key is in ${join(laptop.home, "machines.key")}.`);
  const key = readFileSync(join(laptop.home, "machines.key"), "utf8").trim();
  expect(first.stdout + first.stderr).not.toContain(key.split(":")[1]);

  const join2 = ["sync", "machines", remote, "--key-file", join(laptop.home, "machines.key")];
  for (let delayMs = 100; delayMs <= 400; delayMs += 150) {
    const child = desktop.start(join2);
    await sleep(delayMs);
    child.kill("SIGKILL");
  }
  expect(desktop.run(join2)).toMatchObject({ status: 0 });
  expect(laptop.run(["sync", "machines"])).toMatchObject({ status: 0 });
  expect(textsOn(laptop)).toEqual(lessons.toSorted());
  expect(textsOn(desktop)).toEqual(lessons.toSorted());
  expect(filesWith(remote, ["quokka", "Gateway", "shop"])).toEqual([]);
  expect(laptop.run(["doctor"]).stdout).toContain(`machines: ${remote}, last sync 2`);
});

it("a machine that is not set up is told how", () => {
  const { status, stderr } = laptop.run(["sync", "machines"]);
  expect(status).toBe(3);
  expect(stderr).toContain("This machine does not sync with others yet.");
  expect(stderr).toContain("throughline sync machines git@host:me/memory.git");
});
