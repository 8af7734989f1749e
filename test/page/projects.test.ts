import { afterAll, beforeAll, describe, it } from "vitest";
import { expectNoBarriers, itAtEveryWidth } from "../support/expect-no-barriers.js";
import { type PageServer, startPageServer, waitUntilIdle } from "../support/page-server.js";

let server: PageServer;
beforeAll(async () => {
  server = await startPageServer();
});
afterAll(() => server.stop());

describe("the projects view", () => {
  itAtEveryWidth("has no barriers", async (width) => {
    const page = await server.open({ at: "#/projects", width });
    await page.getByText("Which endpoints create refunds?").waitFor();
    await waitUntilIdle(page);
    await expectNoBarriers(page, "projects", width);
    await page.goto(`${server.address}/#/projects/patterns`);
    await page.locator(".patterns li").first().waitFor();
    await page.locator(".patterns .badge", { hasText: "tool" }).first().waitFor();
    await expectNoBarriers(page, "patterns", width);
    await page.goto(`${server.address}/#/projects/repositories`);
    await page.getByText("Charges, refunds, ledger").waitFor();
    await expectNoBarriers(page, "repositories", width);
  });

  it("shows the result of a run, and closes it by keyboard", async () => {
    const page = await server.open({ at: "#/projects/runs" });
    await page.getByText("Which endpoints create refunds?").click();
    await page.getByText("POST /refunds in src/refunds/create-refund.ts").waitFor();
    await expectNoBarriers(page, "run");
    await page.keyboard.press("Escape");
    await page.getByText("Cache hits").first().waitFor();
  });

  it("shows the output of a run live", async () => {
    const page = await server.open({ at: "#/projects/runs" });
    await page.getByText("npm run migrate").click();
    await page.getByText("Backfilled 120,000 of 480,000").waitFor();
    await page.route("**/output", (route) => route.fulfill({ json: { text: "Backfilled 240,000", isWhole: true } }));
    await page.getByText("Backfilled 240,000").waitFor();
  });

  it("cancels a run", async () => {
    const page = await server.open({ at: "#/projects/runs" });
    await page.getByText("npm run migrate").click();
    await page.getByText("Backfilled 120,000 of 480,000").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Run cancelled").waitFor();
  });
});
