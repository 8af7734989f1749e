import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import type { DemoHome } from "../demo/make-demo-home.js";
import { expectNoBarriers, itAtEveryWidth } from "../support/looks.js";
import { type PageServer, startPageServer } from "../support/page-server.js";

let server: PageServer;
beforeAll(async () => {
  server = await startPageServer(undefined, makeEmptyHome);
});
afterAll(() => server.stop());

/** Where nobody has done anything yet, and no repository is. */
async function makeEmptyHome(folder: string): Promise<DemoHome> {
  const [home, person, repository] = [join(folder, "home"), join(folder, "person"), join(folder, "work")];
  for (const path of [home, person, repository]) mkdirSync(path, { mode: 0o700 });
  return { folder, home, person, repository };
}

const lessons = {
  home: "Nothing is known yet",
  search: "One box over everything",
  sessions: "No session yet",
  memories: "No memories yet",
  fixes: "No fixes yet",
  knowledge: "No repository yet",
  conflicts: "Nothing to resolve",
  projects: "No project yet",
  "projects/patterns": "Nothing recurs yet",
  injected: "Nothing was given yet",
};

describe("a page with nothing to show", () => {
  itAtEveryWidth("teaches how something gets there", async (width) => {
    const page = await server.open({ width });
    for (const [view, title] of Object.entries(lessons)) {
      await page.goto(`${server.address}/#/${view}`);
      await page.getByRole("heading", { name: title }).waitFor();
      await expectNoBarriers(page, `empty-${view.replace("/", "-")}`, width);
    }
  });
});
