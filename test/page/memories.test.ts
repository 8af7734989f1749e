import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectNoBarriers, itAtEveryWidth } from "../support/looks.js";
import { type PageServer, startPageServer } from "../support/page-server.js";
import { letTimePass } from "../support/page-time.js";

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
    await page.getByText("Changed since it was last confirmed").waitFor();
    await expectNoBarriers(page, "memory", width);
  });

  it("walks through the queue by key, verifies, and takes it back", async () => {
    const page = await server.open({ at: "#/memories?state=candidate" });
    await page.getByText("Docs are linted before review").waitFor();
    await page.keyboard.press("j");
    await page.locator("a.row-link:focus").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Evidence" }).waitFor();
    await page.keyboard.press("v");
    await page.getByText("Verified: agents may rely on it").waitFor();
    await page.getByText("Docs are linted before review").first().waitFor();
    await page.locator(".detail .badge", { hasText: "verified" }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.locator(".detail .badge", { hasText: "to review" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("Choose a memory").waitFor();
  });

  it("takes the focus along to what was chosen on a phone, and back to its row", async () => {
    const page = await server.open({ at: "#/memories", width: "phone" });
    await page.getByRole("link", { name: /Docs are linted before review/ }).press("Enter");
    await page.locator(".split-detail:focus").waitFor();
    await page.getByRole("button", { name: "Back to the list" }).press("Enter");
    await page.locator("a.row-link:focus", { hasText: "Docs are linted before review" }).waitFor();
  });

  it("rejects, and edits into a new version whose history shows the change", async () => {
    const page = await server.open({ at: "#/memories?state=candidate" });
    await page.getByText("Ask for the camera").click();
    await page.getByRole("button", { name: "Reject" }).click();
    await page.locator(".detail .badge", { hasText: "rejected" }).waitFor();
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("What was learned").fill("Ask for the camera first, on every Android.");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Earlier versions" }).waitFor();
    expect(await page.locator(".diff-line.added").textContent()).toContain("on every Android");
    await expectNoBarriers(page, "memory-edited");
    await page.getByRole("button", { name: "Undo" }).last().click();
    await page.locator(".detail > .markdown", { hasText: "on every Android" }).waitFor({ state: "detached" });
  });

  it("merges two that say nearly the same", async () => {
    const page = await server.open({ at: "#/memories?state=candidate" });
    await page.getByText("Load the carousel when it is needed").click();
    await page.getByRole("button", { name: "Merge with Load the carousel only when needed" }).click();
    await page.getByRole("dialog", { name: "Merge into one" }).waitFor();
    await expectNoBarriers(page, "memory-merge");
    await page.getByRole("button", { name: "Merge", exact: true }).click();
    await page.getByText("Merged into one").waitFor();
    await letTimePass(page);
    await page.getByRole("heading", { name: "Earlier versions" }).waitFor();
    await page.goto(`${server.address}/#/memories?state=superseded`);
    await page.getByText("Load the carousel only when needed").waitFor();
  });

  it("forgets only when the time to take it back is over", async () => {
    const page = await server.open({ at: "#/memories" });
    await page.getByText("Days end in UTC").click();
    await page.getByRole("button", { name: "Forget" }).click();
    await page.getByText("Going…").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Days end in UTC").click();
    await page.getByRole("button", { name: "Forget" }).click();
    await letTimePass(page);
    await page.getByText("Days end in UTC").first().waitFor({ state: "detached" });
  });

  itAtEveryWidth("shows fixes with cause and cure, and what did not help,", async (width) => {
    const page = await server.open({ at: "#/fixes", width });
    await expectNoBarriers(page, "fixes", width);
    await page.getByText("PostgreSQL refuses connections after an upgrade").click();
    await page.getByText("Removing the lock file").waitFor();
    await expectNoBarriers(page, "fix", width);
  });

  it("counts a vote only when the time to take it back is over", async () => {
    const page = await server.open({ at: "#/fixes" });
    await page.getByText("PostgreSQL refuses connections after an upgrade").click();
    await page.getByRole("button", { name: "It did not help" }).click();
    await page.getByText("It did not help: trust falls").waitFor();
    await page.keyboard.press("u");
    await page.getByText("It did not help: trust falls").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "It helped" }).click();
    await letTimePass(page);
    await page.getByText("1 use told of").waitFor();
  });

  it("says how memories come about when none fits", async () => {
    const page = await server.open({ at: "#/memories?tag=nowhere" });
    await page.getByText("No memory fits").waitFor();
    await expectNoBarriers(page, "memories-none");
  });
});
