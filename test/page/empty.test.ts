import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, it } from "vitest";
import type { DemoHome } from "../../demo/demo-home.js";
import { expectNoBarriers, itAtEveryWidth } from "../support/expect-no-barriers.js";
import { type PageServer, startPageServer } from "../support/page-server.js";

let server: PageServer;
beforeAll(async () => {
  server = await startPageServer(undefined, makeEmptyHome);
});
afterAll(() => server.stop());

/** A home without sessions, in a folder that is not a repository. */
async function makeEmptyHome(folder: string): Promise<DemoHome> {
  const [home, person, repository] = [join(folder, "home"), join(folder, "person"), join(folder, "work")];
  for (const path of [home, person, repository]) mkdirSync(path, { mode: 0o700 });
  return { folder, home, person, repository };
}

const lessons = {
  home: "No sessions yet",
  search: "Search everything",
  sessions: "No sessions yet",
  map: "No map yet",
  memories: "No memories yet",
  fixes: "No fixes yet",
  knowledge: "No repository yet",
  conflicts: "Nothing to resolve",
  projects: "No project yet",
  "projects/patterns": "No patterns yet",
  injected: "No context injected yet",
};

describe("the page of an empty home", () => {
  itAtEveryWidth("explains in every view how to add something", async (width) => {
    const page = await server.open({ width });
    for (const [view, title] of Object.entries(lessons)) {
      await page.goto(`${server.address}/#/${view}`);
      await page.getByRole("heading", { name: title }).waitFor();
      await expectNoBarriers(page, `empty-${view.replace("/", "-")}`, width);
    }
  });

  it("offers sample data, which can be removed again", async () => {
    const page = await server.open();
    await page.getByRole("button", { name: "Add sample data" }).click();
    await page.getByRole("link", { name: "Memories" }).last().click();
    await page.locator(".row-link", { hasText: "Sign webhooks over the raw body" }).waitFor();
    await page.goBack();
    await page.getByRole("button", { name: "Remove it" }).click();
    await page.getByText("Sample data removed").waitFor();
    await page.getByRole("button", { name: "Add sample data" }).waitFor();
  });
});
