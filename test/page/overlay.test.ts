import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findBarriers } from "../support/axe.js";
import { itAtEveryWidth, themes } from "../support/expect-no-barriers.js";
import { type PageServer, startPageServer, takeScreenshot } from "../support/page-server.js";

let server: PageServer;
beforeAll(async () => {
  server = await startPageServer();
});
afterAll(() => server.stop());

const options = (page: Page) => page.getByRole("option");
const answered = (page: Page) => page.locator('#overlay-list[aria-busy="false"] .overlay-snippet').first().waitFor();

async function openOverlay(page: Page, text: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search everything" }).waitFor();
  await page.keyboard.type(text);
  await answered(page);
}

describe("the search overlay", () => {
  itAtEveryWidth("opens from any view without barriers", async (width) => {
    const page = await server.open({ at: "#/settings", width });
    await openOverlay(page, "payment retry");
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      await takeScreenshot(page, `overlay-${width}-${colorScheme}`);
      expect(await findBarriers(page)).toEqual([]);
    }
    // In a low window the list scrolls, however few results have arrived.
    const size = page.viewportSize();
    if (size) await page.setViewportSize({ ...size, height: 320 });
    expect(await findBarriers(page)).toEqual([]);
  });

  it("previews the selected result, says why it was found, and opens it with Enter", async () => {
    const page = await server.open();
    await openOverlay(page, "idempotency key");
    const preview = page.getByRole("region", { name: "Preview" });
    const title = preview.getByRole("heading", { level: 3 }).first();
    const first = await title.textContent();
    expect(await preview.locator(".overlay-why").textContent()).toMatch(/^Matches “/);
    await page.keyboard.press("ArrowDown");
    await preview.getByRole("heading", { name: first ?? "", exact: true }).waitFor({ state: "detached" });
    const second = await title.textContent();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page
      .getByText(second ?? "")
      .first()
      .waitFor();
  });

  it("understands typed filters", async () => {
    const page = await server.open();
    await openOverlay(page, "payment kind:decision");
    for (const kind of await options(page).locator(".badge.accent").allTextContents()) expect(kind).toBe("Decision");
    await page.getByRole("combobox").fill("test agent:codex file:pay.ts");
    await page.getByRole("option", { name: /Codex/ }).first().waitFor();
    expect(await options(page).filter({ hasNotText: "Codex" }).count()).toBe(0);
  });

  it("groups nearly identical results", async () => {
    const page = await server.open();
    await openOverlay(page, "checkout test fails timeout");
    await page
      .getByText(/^\+\d+ similar$/)
      .first()
      .waitFor();
    const titles = await options(page).locator(".overlay-title").allTextContents();
    expect(new Set(titles).size).toBe(titles.length);
  });

  it("remembers searches, goes to views by name, and leads to all results", async () => {
    const page = await server.open();
    await openOverlay(page, "webhook signature");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+k");
    await page.getByRole("option", { name: /webhook signature/ }).waitFor();
    await page.keyboard.type("memo");
    await page.getByRole("option", { name: "Go to Memories" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Memories", level: 1 }).waitFor();
    await openOverlay(page, "test");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("heading", { name: "Search", level: 1 }).waitFor({ state: "attached" });
    const shown = () => page.locator(".hit, .hit-others li").count();
    await page.locator('.hits[aria-busy="false"]').waitFor();
    const before = await shown();
    await page.getByRole("button", { name: "Load more" }).click();
    await page.locator('.hits[aria-busy="false"]').waitFor();
    expect(await shown()).toBeGreaterThan(before);
  });
});
