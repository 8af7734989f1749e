import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findBarriers } from "../support/axe.js";
import { type PageServer, settled, startPageServer, takeShot } from "../support/page-server.js";

let server: PageServer;
beforeAll(async () => {
  server = await startPageServer();
});
afterAll(() => server.stop());

describe("the page", () => {
  it.each([
    ["desk", "light"],
    ["desk", "dark"],
    ["phone", "light"],
    ["phone", "dark"],
  ] as const)("opens on home without barriers on a %s in %s colours", async (width, theme) => {
    const page = await server.open({ width, theme });
    await settled(page);
    await takeShot(page, `home-${width}-${theme}`);
    expect(await findBarriers(page)).toEqual([]);
  });

  it("tells how to be let in when the browser has no cookie", async () => {
    const page = await server.browser.newPage();
    await page.goto(server.address);
    await page.getByText("throughline ui").waitFor();
    await takeShot(page, "sign-in");
    expect(await findBarriers(page)).toEqual([]);
    await page.close();
  });

  it("goes to views by key, and tells which keys there are", async () => {
    const page = await server.open();
    await settled(page);
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
    await takeShot(page, "key-help");
    await page.keyboard.press("Escape");
    await page.keyboard.press("g");
    await page.keyboard.press("s");
    await page.getByRole("heading", { name: "Sessions", level: 1 }).waitFor();
    await page.keyboard.press("/");
    await page.getByRole("heading", { name: "Search", level: 1 }).waitFor();
  });

  it("opens and closes its menu on a phone", async () => {
    const page = await server.open({ width: "phone" });
    await settled(page);
    await page.getByRole("button", { name: "Open the menu" }).click();
    await takeShot(page, "menu-phone");
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
    expect(await page.getByRole("button", { name: "Open the menu" }).getAttribute("aria-expanded")).toBe("false");
  });
});
