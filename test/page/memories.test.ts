import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectNoBarriers, itAtEveryWidth } from "../support/expect-no-barriers.js";
import { type PageServer, startPageServer } from "../support/page-server.js";
import { runPendingTimers } from "../support/page-time.js";

let server: PageServer;
beforeAll(async () => {
  server = await startPageServer();
});
afterAll(() => server.stop());

describe("the memories view", () => {
  itAtEveryWidth("has no barriers", async (width) => {
    const page = await server.open({ at: "#/memories", width });
    await page.getByText("Payments need an idempotency key").waitFor();
    await expectNoBarriers(page, "memories", width);
    await page.getByText("Payments need an idempotency key").click();
    await page.getByRole("heading", { name: "Evidence" }).waitFor();
    await page.getByText("Changed since this memory was last confirmed").waitFor();
    await expectNoBarriers(page, "memory", width);
  });

  it("moves through the queue by keyboard, verifies, and undoes it", async () => {
    const page = await server.open({ at: "#/memories?state=candidate" });
    await page.locator(".detail h2", { hasText: "Docs are linted before review" }).waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    await page.locator("a.row-link:focus").waitFor();
    await page.locator(".detail h2", { hasText: "Docs are linted before review" }).waitFor();
    await page.keyboard.press("v");
    await page.getByText(/^Verified: /).waitFor();
    await page.locator(".row-link", { hasText: "Docs are linted before review" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await page.locator(".row-link", { hasText: "Docs are linted before review" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("Select a memory").waitFor();
  });

  it("moves the focus to the selected memory on a phone, and back to its row", async () => {
    const page = await server.open({ at: "#/memories", width: "phone" });
    await page.getByRole("link", { name: /Docs are linted before review/ }).press("Enter");
    await page.locator(".split-detail:focus").waitFor();
    await page.getByRole("button", { name: "Back to the list" }).press("Enter");
    await page.locator("a.row-link:focus", { hasText: "Docs are linted before review" }).waitFor();
  });

  it("rejects a memory, and edits it into a new version whose history shows the change", async () => {
    const page = await server.open({ at: "#/memories" });
    await page.getByText("Ask for the camera").click();
    await page.getByRole("button", { name: "Reject" }).click();
    await page.locator(".detail .badge", { hasText: "rejected" }).waitFor();
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Lesson").fill("Ask for the camera first, on every Android.");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Earlier versions" }).waitFor();
    expect(await page.locator(".diff-line.added").textContent()).toContain("on every Android");
    await expectNoBarriers(page, "memory-edited");
    await page.getByRole("button", { name: "Undo" }).last().click();
    await page.locator(".detail > .markdown", { hasText: "on every Android" }).waitFor({ state: "detached" });
  });

  it("merges two similar memories", async () => {
    const page = await server.open({ at: "#/memories?state=candidate" });
    await page.getByText("Load the carousel when it is needed").click();
    await page.getByRole("button", { name: "Merge with Load the carousel only when needed" }).click();
    await page.getByRole("dialog", { name: "Merge memories" }).waitFor();
    await expectNoBarriers(page, "memory-merge");
    await page.getByRole("button", { name: "Merge", exact: true }).click();
    await page.getByText("Merging the two memories").waitFor();
    await runPendingTimers(page);
    await page.getByRole("heading", { name: "Earlier versions" }).waitFor();
    await page.goto(`${server.address}/#/memories?state=superseded`);
    await page.getByText("Load the carousel only when needed").waitFor();
  });

  it("forgets only when the time to undo is over", async () => {
    const page = await server.open({ at: "#/memories" });
    await page.getByText("Days end in UTC").click();
    await page.getByRole("button", { name: "Forget" }).click();
    await page.getByText("Removing…").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Days end in UTC").click();
    await page.getByRole("button", { name: "Forget" }).click();
    await runPendingTimers(page);
    await page.getByText("Days end in UTC").first().waitFor({ state: "detached" });
  });

  itAtEveryWidth("shows fixes with root cause, fix and what did not help", async (width) => {
    const page = await server.open({ at: "#/fixes", width });
    await expectNoBarriers(page, "fixes", width);
    await page.getByText("PostgreSQL refuses connections after an upgrade").click();
    await page.getByText("Removing the lock file").waitFor();
    await expectNoBarriers(page, "fix", width);
  });

  it("counts a vote only when the time to undo is over", async () => {
    const page = await server.open({ at: "#/fixes" });
    await page.getByText("PostgreSQL refuses connections after an upgrade").click();
    await page.getByRole("button", { name: "It did not help" }).click();
    await page.getByText("Rating as not helpful").waitFor();
    await page.keyboard.press("u");
    await page.getByText("Rating as not helpful").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "It helped" }).click();
    await runPendingTimers(page);
    await page.getByText("1 reported use").waitFor();
  });

  it("says so when no memory matches the filters", async () => {
    const page = await server.open({ at: "#/memories?tag=nowhere" });
    await page.getByText("No memory matches").waitFor();
    await expectNoBarriers(page, "memories-none");
  });
});
