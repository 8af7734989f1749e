// Takes the pictures of README and guides from the sample home.
// Usage: npm run pictures [-- FOLDER], by default docs/pictures
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { type PageServer, settled, startPageServer } from "../test/support/page-server.js";
import { openingPicture } from "./opening-picture.js";

const root = join(import.meta.dirname, "..");
const folder = process.argv[2] ?? join(root, "docs", "pictures");
const themes = ["light", "dark"] as const;

/** Pictures by name; a route, or what has to be done to get there. */
const pictures: Readonly<Record<string, (server: PageServer, width: "desk" | "phone") => Promise<Page>>> = {
  home: (server, width) => server.open({ at: "#/home", width }),
  search: (server, width) => server.open({ at: "#/search?q=payment%20retry", width }),
  inbox: (server, width) => server.open({ at: "#/inbox", width }),
  replay: async (server, width) => server.open({ at: `#/sessions/${await longestSession(server)}`, width }),
  memories: (server, width) => server.open({ at: "#/memories", width }),
  knowledge: (server, width) => server.open({ at: "#/knowledge", width }),
  conflicts: (server, width) => server.open({ at: "#/conflicts", width }),
  injected: (server, width) => server.open({ at: "#/injected", width }),
};

async function longestSession(server: PageServer): Promise<string> {
  const { sessions } = (await server.ask("/api/sessions?limit=100")) as {
    sessions: { id: string; exchangeCount?: number }[];
  };
  return sessions.toSorted((a, b) => (b.exchangeCount ?? 0) - (a.exchangeCount ?? 0))[0]?.id ?? "";
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
  for (const [name, open] of Object.entries(pictures))
    for (const width of ["desk", "phone"] as const) {
      const page = await open(server, width);
      for (const colorScheme of width === "desk" ? themes : (["light"] as const)) {
        await page.emulateMedia({ colorScheme });
        await settled(page);
        await page.screenshot({ path: join(folder, `${name}-${width === "desk" ? colorScheme : "phone"}.png`) });
      }
    }
  for (const theme of themes) await takeOpening(server.browser, theme);
} finally {
  await server.stop();
}
