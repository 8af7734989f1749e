import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PageServer, startPageServer, takeScreenshot, waitUntilIdle } from "../support/page-server.js";

let server: PageServer;
beforeAll(async () => {
  server = await startPageServer();
});
afterAll(() => server.stop());

describe("the back button", () => {
  it("returns to the same place of a list, with the focus on the same row", async () => {
    const page = await server.open({ at: "#/sessions" });
    await page.locator(".session-row .session-title").first().waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("End");
    await page.locator('[data-index="71"] a:focus').waitFor();
    const top = await page.locator(".virtual-list").evaluate((list) => list.scrollTop);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Forget" }).waitFor();
    await page.goBack();
    await page.locator('[data-index="71"] a:focus').waitFor();
    expect(await page.locator(".virtual-list").evaluate((list) => list.scrollTop)).toBe(top);
    await page.getByRole("link", { name: "Home" }).click();
    await page.getByRole("link", { name: "Sessions", exact: true }).click();
    await waitUntilIdle(page);
    expect(await page.locator(".virtual-list").evaluate((list) => list.scrollTop)).toBe(0);
  });
});

describe("the title of the tab", () => {
  it("names the item that is shown", async () => {
    const page = await server.open({ at: "#/memories?state=verified" });
    await page.getByText("Sign webhooks over the raw body").click();
    await page.locator(".detail h2", { hasText: "Sign webhooks" }).waitFor();
    expect(await page.title()).toBe("Sign webhooks over the raw body · Throughline");
    await page.goto(`${server.address}/#/knowledge/decisions/2`);
    await page.locator(".detail h2", { hasText: "Keep carts on the server" }).waitFor();
    expect(await page.title()).toBe("Keep carts on the server · Throughline");
    await page.goto(`${server.address}/#/home`);
    await page.getByRole("heading", { name: "Home" }).waitFor();
    expect(await page.title()).toBe("Home · Throughline");
  });
});

describe("views with a list", () => {
  it.each(["memories", "fixes", "knowledge", "knowledge/skills", "conflicts"])(
    "select the first item: %s",
    async (view) => {
      const page = await server.open({ at: `#/${view}` });
      await page.locator('.row-link[aria-current="true"]').first().waitFor();
      await page.locator(".detail h2").waitFor();
    },
  );

  it("select nothing on a phone", async () => {
    const page = await server.open({ at: "#/memories", width: "phone" });
    await page.locator(".row-link").first().waitFor();
    expect(await page.locator(".row-link[aria-current]").count()).toBe(0);
  });
});

describe("the doctor", () => {
  it("aligns its columns, and has a button for each problem", async () => {
    const page = await server.open({ at: "#/settings/doctor" });
    await page.locator(".finding").first().waitFor();
    const lefts = await page
      .locator(".finding-text")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
    expect(new Set(lefts).size).toBe(1);
    expect(await page.getByRole("button", { name: /^Fix home$/ }).count()).toBeGreaterThan(0);
    expect(await page.getByRole("button", { name: /^Copy throughline install/ }).count()).toBeGreaterThan(0);
    await takeScreenshot(page, "doctor-buttons");
    await page
      .getByRole("button", { name: /^Fix home$/ })
      .first()
      .click();
    await page.getByText("Fixed what can be fixed automatically.").waitFor();
    await page
      .getByRole("button", { name: /^Fix home$/ })
      .first()
      .waitFor({ state: "detached" });
  });
});
