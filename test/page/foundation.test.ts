import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findBarriers } from "../support/axe.js";
import { expectNoBarriers, itAtEveryWidth } from "../support/expect-no-barriers.js";
import { type PageServer, startPageServer, takeScreenshot } from "../support/page-server.js";

let server: PageServer;
beforeAll(async () => {
  server = await startPageServer();
});
afterAll(() => server.stop());

describe("the page", () => {
  itAtEveryWidth("opens on home without barriers", async (width) =>
    expectNoBarriers(await server.open({ width }), "home", width),
  );

  it("moves nothing for people who asked for less motion", async () => {
    const page = await server.open({ at: "#/memories" });
    await page.keyboard.press("r");
    await page.locator(".toast").waitFor();
    expect(await page.evaluate("document.getAnimations().length")).toBe(0);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    // The rule above can fail: toasts do move otherwise.
    const nameOf = "getComputedStyle(document.querySelector('.toast')).animationName";
    expect(await page.evaluate(nameOf)).not.toBe("none");
  });

  it("explains how to sign in when the browser has no cookie", async () => {
    const page = await server.browser.newPage();
    await page.goto(server.address);
    await page.getByText("throughline ui").waitFor();
    await expectNoBarriers(page, "sign-in");
    await page.close();
  });

  it("opens views by keyboard, and lists the shortcuts", async () => {
    const page = await server.open();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await takeScreenshot(page, "key-help");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    // Sent together: the second letter counts only shortly after the first.
    await Promise.all([page.keyboard.press("g"), page.keyboard.press("s")]);
    await page.getByRole("heading", { name: "Sessions", level: 1 }).waitFor();
    await page.keyboard.press("/");
    await page.getByRole("heading", { name: "Search", level: 1 }).waitFor();
  });

  it("opens and closes its menu on a phone", async () => {
    const page = await server.open({ width: "phone" });
    await page.getByRole("button", { name: "Open the menu" }).click();
    await takeScreenshot(page, "menu-phone");
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Open the menu", expanded: false }).waitFor();
  });
});
