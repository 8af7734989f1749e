import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectNoBarriers, itAtEveryWidth } from "../support/expect-no-barriers.js";
import { type PageServer, startPageServer, waitUntilIdle } from "../support/page-server.js";
import { runPendingTimers } from "../support/page-time.js";

let server: PageServer;
beforeAll(async () => {
  server = await startPageServer();
});
afterAll(() => server.stop());

const rows = (page: Page) => page.locator(".row-link");

describe("the inbox", () => {
  itAtEveryWidth("has every kind of item and no barriers", async (width) => {
    const page = await server.open({ at: "#/inbox", width });
    for (const badge of ["conflict", "proposal", "verify", "possibly stale"])
      await rows(page).locator(".badge", { hasText: badge }).first().waitFor();
    await expectNoBarriers(page, "inbox", width);
  });

  it("counts its items in the navigation", async () => {
    const page = await server.open();
    const { total } = (await server.ask("/api/inbox")) as { total: number };
    expect(total).toBeGreaterThan(3);
    await page.getByRole("link", { name: `Inbox ${total} to decide` }).waitFor();
  });

  it("is decided by keyboard alone, item after item", async () => {
    const page = await server.open({ at: "#/inbox" });
    await page.locator(".detail h2").waitFor();
    const count = await rows(page).count();
    await page.keyboard.press("j");
    await page.getByRole("heading", { name: "Proposed change" }).waitFor();
    await page.keyboard.press("v");
    await page.getByText("Accepting the proposal").waitFor();
    await page.locator(".detail .badge", { hasText: "to review" }).waitFor();
    await runPendingTimers(page);
    await page.getByText("Proposal accepted").waitFor();
    await waitUntilIdle(page);
    const title = await page.locator(".detail h2").textContent();
    await page.keyboard.press("r");
    await page.getByText(`Rejected: ${title}`).waitFor();
    await page.locator(".detail h2", { hasText: title ?? "" }).waitFor({ state: "detached" });
    await waitUntilIdle(page);
    expect(await rows(page).count()).toBe(count - 2);
  });
});
