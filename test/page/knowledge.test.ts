import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectNoBarriers, itAtEveryWidth } from "../support/expect-no-barriers.js";
import { type PageServer, startPageServer, waitUntilIdle } from "../support/page-server.js";
import { runPendingTimers } from "../support/page-time.js";

let server: PageServer;
beforeAll(async () => {
  server = await startPageServer();
});
afterAll(() => server.stop());

describe("the knowledge view", () => {
  itAtEveryWidth("has no barriers", async (width) => {
    const page = await server.open({ at: "#/knowledge", width });
    await page.getByRole("link", { name: /architecture/ }).click();
    await page.getByRole("heading", { name: "History" }).waitFor();
    await waitUntilIdle(page);
    await expectNoBarriers(page, "knowledge", width);
    await page.goto(`${server.address}/#/knowledge/decisions`);
    await page.getByText("Send logs to the collector").first().waitFor();
    await expectNoBarriers(page, "decisions", width);
    await page.goto(`${server.address}/#/knowledge/skills/release`);
    await page.getByRole("heading", { name: "Proposed change" }).waitFor();
    await waitUntilIdle(page);
    await expectNoBarriers(page, "skill", width);
  });

  it("edits an entry, shows what changed, and undoes it", async () => {
    const page = await server.open({ at: "#/knowledge/knowledge/feature-flags" });
    await page.getByText("A flag without an owner").first().waitFor();
    await page.keyboard.press("e");
    const text = page.getByLabel("Markdown");
    await text.fill("Flags live in `src/flags.ts`. Each has an **owner**.\n");
    await expectNoBarriers(page, "knowledge-edit");
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator(".detail strong", { hasText: "owner" }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.locator(".detail .markdown", { hasText: "removed after a month" }).waitFor();
  });

  it("compares any two versions", async () => {
    const page = await server.open({ at: "#/knowledge/knowledge/architecture" });
    await page.locator(".diff-line.removed", { hasText: "single-page" }).waitFor();
    await page.getByLabel("To", { exact: true }).selectOption({ index: 2 });
    await page.getByText("No difference").waitFor();
  });

  it("changes the scope of an entry", async () => {
    const page = await server.open({ at: "#/knowledge/conventions/testing" });
    await page.getByLabel("Scope").selectOption("private");
    await page.locator(".row-link .badge", { hasText: "private" }).waitFor();
  });

  it("opens decisions from the graph, and changes the status of one", async () => {
    const page = await server.open({ at: "#/knowledge/decisions" });
    await page.locator(".graph-node", { hasText: "Keep carts in the browser" }).click();
    await page.getByText("Superseded by").waitFor();
    await page.getByLabel("Status").selectOption("deprecated");
    await page.getByText("Marked as deprecated").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.locator(".row-link[aria-current] .badge", { hasText: "superseded" }).waitFor();
  });

  it("edits the text of a decision, and undoes it", async () => {
    const page = await server.open({ at: "#/knowledge/decisions/2" });
    await page.getByRole("button", { name: "Edit" }).click();
    const text = page.getByLabel("Markdown");
    await text.fill((await text.inputValue()).replace("## Consequences", "Reviewed **yearly**.\n\n## Consequences"));
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator(".detail strong", { hasText: "yearly" }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.locator(".detail strong", { hasText: "yearly" }).waitFor({ state: "detached" });
  });

  it("accepts a proposal shown next to the current text", async () => {
    const page = await server.open({ at: "#/knowledge/skills/release" });
    await page.getByRole("button", { name: "Accept" }).click();
    await page.getByRole("heading", { name: "Proposed change" }).waitFor({ state: "detached" });
    await runPendingTimers(page);
    await page.locator(".detail > .markdown", { hasText: "Write the changelog" }).waitFor();
  });

  it("adds an entry to the selected project, never over an existing one, and undoes it", async () => {
    const page = await server.open({ at: "#/knowledge" });
    await page.getByLabel("Project").selectOption({ label: "payments" });
    await page.getByRole("link", { name: /ledger/ }).waitFor();
    await page.getByRole("button", { name: "New knowledge" }).click();
    await page.getByLabel("Name").fill("providers");
    await page.getByLabel("Text").fill("One provider a country.");
    await page.getByRole("button", { name: "Add" }).click();
    await page.getByRole("heading", { name: "providers" }).waitFor();
    await page.getByRole("button", { name: "New knowledge" }).click();
    await page.getByLabel("Name").fill("providers");
    await page.getByLabel("Text").fill("Other words.");
    await page.getByRole("button", { name: "Add" }).click();
    await page.getByText("providers already exists").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("link", { name: /providers/ }).waitFor({ state: "detached" });
  });

  it("explains what belongs here when a project has no entries", async () => {
    const page = await server.open({ at: "#/knowledge/skills" });
    await page.getByLabel("Project").selectOption({ label: "payments" });
    await page.getByText("No skills yet").waitFor();
    await expectNoBarriers(page, "skills-none");
  });

  it("rejects folders that belong to no known project", async () => {
    const answer = await fetch(`${server.address}/api/context?folder=/etc`, {
      headers: { authorization: `Bearer ${server.token}` },
    });
    expect(answer.status).toBe(400);
  });
});
