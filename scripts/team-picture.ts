import { join } from "node:path";
import type { Browser } from "playwright-core";
import { freePort } from "../test/support/free-port.js";
import { waitUntilIdle, widths } from "../test/support/page-server.js";
import { Product } from "../test/support/product.js";
import { createToken, serveTeam } from "../test/support/team-service.js";

const lessons: readonly (readonly [string, string, string, string?])[] = [
  ["shop", "Payments need an idempotency key", "Send the cart's id as the key, or a slow answer is paid twice."],
  ["shop", "Carts are kept for 30 days", "Chosen over 7 days, because shorter carts lost sales.", "decision"],
  ["payments", "Pin the database image to the volume's version", "Until `pg_upgrade` has run."],
  ["payments", "Sign webhooks over the raw body", "Parsing first changes the bytes."],
  ["mobile", "Ask for the camera before opening it", "Android 15 ends the app otherwise."],
  ["payments", "One ledger per currency", "Conversions are bookings of their own.", "decision"],
];
const fixes = [
  ["PostgreSQL refuses connections after an update", "connect ECONNREFUSED 127.0.0.1:5432", "Pin the image to 16."],
  ["Migrations wait for a lock", "canceling statement due to lock timeout", "Run them before the servers start."],
] as const;

/** Takes the pictures of the web UI of a team service, as a member with the role write sees it. */
export async function takeTeamPictures(browser: Browser, folder: string): Promise<void> {
  const product = new Product();
  const port = await freePort();
  const token = createToken(product, "ada", ["--tenant", "acme"]).secret;
  const server = await serveTeam(product, ["--port", String(port)], `http://127.0.0.1:${port}`);
  try {
    for (const [i, [project_id, title, content, tag]] of lessons.entries()) {
      const input = { project_id, title, content, outcome: "success", tags: tag ? [tag] : [] };
      const { body } = await server.call(token, "memory_record", input);
      if (i < 4) await server.call(token, "memory_update", { memory_id: body.id, state: "verified" });
    }
    for (const [title, problem, solution] of fixes)
      await server.call(token, "remediation_record", {
        ...{ title, problem, solution, root_cause: solution, category: "database", scope: "org" },
      });
    for (const [width, themes] of [["desk", ["light", "dark"]] as const, ["phone", ["phone"]] as const]) {
      const context = await browser.newContext({ viewport: widths[width], reducedMotion: "reduce" });
      await context.addCookies([{ name: "throughline", value: token, url: `${server.address}/api` }]);
      const page = await context.newPage();
      await page.goto(`${server.address}/`);
      await waitUntilIdle(page);
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme === "dark" ? "dark" : "light" });
        await page.screenshot({ path: join(folder, `team-${theme}.png`) });
      }
      await context.close();
    }
  } finally {
    await server.stop();
    product.remove();
  }
}
