import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { findBarriers } from "./axe.js";
import { type OpenOptions, takeShot } from "./page-server.js";

export type Look = Required<Pick<OpenOptions, "width" | "theme">>;

const looks = [
  ["desk", "light"],
  ["desk", "dark"],
  ["phone", "light"],
  ["phone", "dark"],
] as const;

/** The same test at every width and in all colours. */
export const itInEveryLook = (title: string, run: (look: Look) => Promise<void>): void =>
  it.each(looks)(`${title} on a %s in %s colours`, (width, theme) => run({ width, theme }));

/** Keeps a picture, and expects that nothing stands in anybody's way: neither to assistive technology nor sideways. */
export async function expectNoBarriers(page: Page, name: string, look?: Look): Promise<void> {
  await takeShot(page, [name, look?.width, look?.theme].filter(Boolean).join("-"));
  expect(await findBarriers(page)).toEqual([]);
  const hidden = await page.locator("main").evaluate((main) => main.scrollWidth - main.clientWidth);
  expect(hidden).toBeLessThanOrEqual(0);
}
