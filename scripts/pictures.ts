// Takes the pictures of the guides from the sample home: every view in both themes and on a phone.
// Usage: npm run pictures [-- FOLDER], by default docs/pictures
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type PageServer, startPageServer } from "../test/support/page-server.js";
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
  await takeTeamPictures(server.browser, folder);
} finally {
  await server.stop();
}
