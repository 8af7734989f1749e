import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { findBarriers } from "./axe.js";
import { takeScreenshot, type widths } from "./page-server.js";

export type Width = keyof typeof widths;
export type Theme = "light" | "dark";

export const themes: readonly Theme[] = ["light", "dark"];

/** The same test at every width. */
export const itAtEveryWidth = (title: string, run: (width: Width) => Promise<void>): void =>
  it.each<Width>(["desk", "phone"])(`${title} on a %s`, run);

/** Expects no axe violation and no horizontal overflow, and takes a screenshot. The themes differ only in colors. */
export async function expectNoBarriers(page: Page, name: string, width?: Width): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await takeScreenshot(page, [name, width, colorScheme].filter(Boolean).join("-"));
    expect(await (colorScheme === "light" ? findBarriers(page) : findBarriers(page, "color-contrast"))).toEqual([]);
  }
  const hidden = await page.locator("main").evaluate((main) => main.scrollWidth - main.clientWidth);
  expect(hidden).toBeLessThanOrEqual(0);
}
