// Takes the pictures of README and guides from the sample home: every view in both themes and on a phone.
// Usage: npm run pictures [-- FOLDER], by default docs/pictures
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { type PageServer, startPageServer } from "../test/support/page-server.js";
import { openingPicture } from "./opening-picture.js";
import { takeTeamPictures } from "./team-picture.js";

const root = join(import.meta.dirname, "..");
const folder = process.argv[2] ?? join(root, "docs", "pictures");
const themes = ["light", "dark"] as const;

/** The route of each picture, by name. */
const routes: Readonly<Record<string, string | ((server: PageServer) => Promise<string>)>> = {
  home: "#/home",
  search: "#/search?q=payment%20retry",
  inbox: "#/inbox",
  sessions: "#/sessions",
  map: "#/map",
  replay: async (server) => `#/sessions/${await pickSession(server)}`,
  memories: "#/memories",
  fixes: "#/fixes",
  knowledge: "#/knowledge",
  conflicts: "#/conflicts",
  projects: "#/projects",
  injected: "#/injected",
  settings: "#/settings",
};

/** The one with the most exchanges. */
async function pickSession(server: PageServer): Promise<string> {
  const { sessions } = (await server.ask("/api/sessions?limit=100")) as {
    sessions: { id: string; exchanges: number }[];
  };
  return sessions.toSorted((a, b) => b.exchanges - a.exchanges)[0]?.id ?? "";
}

/** The opening picture of README: a terminal with the first minute, and the page next to it. */
async function takeOpening(browser: Browser, theme: (typeof themes)[number]): Promise<void> {
  const transcript = /```console\n([\s\S]*?)```/.exec(readFileSync(join(root, "README.md"), "utf8"))?.[1] ?? "";
  const home = readFileSync(join(folder, `home-${theme}.png`)).toString("base64");
  const page = await browser.newPage({ viewport: { width: 1280, height: 640 } });
  await page.setContent(openingPicture({ transcript, page: `data:image/png;base64,${home}`, theme }));
  await page.screenshot({ path: join(folder, `opening-${theme}.png`) });
  await page.close();
}

mkdirSync(folder, { recursive: true });
const server = await startPageServer();
try {
  for (const [name, route] of Object.entries(routes)) {
    const at = typeof route === "string" ? route : await route(server);
    const page = await server.open({ at });
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) });
    }
    const phone = await server.open({ at, width: "phone" });
    await phone.screenshot({ path: join(folder, `${name}-phone.png`) });
  }
  for (const theme of themes) await takeOpening(server.browser, theme);
  await takeTeamPictures(server.browser, folder);
} finally {
  await server.stop();
}
