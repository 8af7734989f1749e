import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findBarriers } from "../support/axe.js";
import { type PageServer, settled, startPageServer, takeShot } from "../support/page-server.js";

let server: PageServer;
beforeAll(async () => {
  server = await startPageServer();
});
afterAll(() => server.stop());

const open = async (at: string, options = {}) => {
  const page = await server.open({ at, ...options });
  await settled(page);
  return page;
};

describe("the projects view", () => {
  it.each([
    ["desk", "light"],
    ["desk", "dark"],
    ["phone", "light"],
    ["phone", "dark"],
  ] as const)("has no barriers on a %s in %s colours", async (width, theme) => {
    const page = await open("#/projects", { width, theme });
    await page.getByText("Which endpoints create refunds?").waitFor();
    await settled(page);
    await takeShot(page, `projects-${width}-${theme}`);
    expect(await findBarriers(page)).toEqual([]);
    await page.goto(`${server.address}/#/projects/patterns`);
    await page.locator(".patterns li").first().waitFor();
    await takeShot(page, `patterns-${width}-${theme}`);
    expect(await findBarriers(page)).toEqual([]);
    await page.goto(`${server.address}/#/projects/repositories`);
    await page.getByText("Charges, refunds, ledger").waitFor();
    await takeShot(page, `repositories-${width}-${theme}`);
    expect(await findBarriers(page)).toEqual([]);
  });

  it("shows what came of a run, reached by key", async () => {
    const page = await open("#/projects/runs");
    await page.getByText("Which endpoints create refunds?").click();
    await page.getByText("POST /refunds in src/refunds/create-refund.ts").waitFor();
    await takeShot(page, "run");
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByText("Cache hits").first().waitFor();
  });

  it("shows a run that goes on and lets a person end it", async () => {
    const page = await open("#/projects/runs");
    await page.getByText("npm run migrate").click();
    await page.getByText("Backfilled 120,000 of 480,000").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.clock.fastForward(8000);
    await page.getByText("It is being ended").waitFor();
  });
});
