import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Cookie, Page, Request } from "playwright-core";
import { type DemoHome, demoEnd, makeDemoHome } from "../demo/make-demo-home.js";
import { openBrowser } from "./browser.js";
import { freezeTime } from "./page-time.js";
import { mainScript } from "./product.js";

export const widths = {
  desk: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const;

/** The real server on a sample home, and an authorized browser. */
export interface PageServer {
  readonly address: string;
  readonly demo: DemoHome;
  readonly token: string;
  readonly browser: Browser;
  /**
   * Opens a new authorized browser context, waits until it is idle, and sets the clock to the end of the sample. Closes
   * the one before: browsers hold few connections to one server, and every open page keeps one for live changes.
   */
  open(options?: OpenOptions): Promise<Page>;
  /** A one-time sign-in URL. */
  signInAddress(): Promise<string>;
  /** Sends an API request and returns the answer. */
  ask(path: string): Promise<unknown>;
  status(path: string): Promise<number>;
  /** Runs a tool, as an agent would. */
  call(tool: string, input: object): Promise<unknown>;
  stop(): Promise<void>;
}

export interface OpenOptions {
  readonly at?: string;
  readonly width?: keyof typeof widths;
  /** Receives the page before it loads anything. */
  readonly watch?: (page: Page) => void;
}

/** `prepare` may change the home before the server starts on it; `makeHome` replaces the sample. */
export async function startPageServer(
  prepare?: (demo: DemoHome) => Promise<void> | void,
  makeHome: (folder: string) => Promise<DemoHome> = makeDemoHome,
): Promise<PageServer> {
  const startServer = async () => {
    const demo = await makeHome(mkdtempSync(join(tmpdir(), "throughline-page-")));
    await prepare?.(demo);
    return { demo, ...(await serve(demo)) };
  };
  const [{ demo, child, address }, browser] = await Promise.all([startServer(), openBrowser()]);
  const token = readFileSync(join(demo.home, "token"), "utf8").trim();
  const headers = { authorization: `Bearer ${token}` };
  const ask = async (path: string) => (await fetch(address + path, { headers })).json();
  const call = async (tool: string, input: object) => {
    const request = { method: "POST", headers, body: JSON.stringify(input) };
    return (await fetch(`${address}/api/tools/${tool}`, request)).json();
  };
  const signInAddress = async () => {
    const answer = await fetch(`${address}/api/sign-in-codes`, { method: "POST", headers });
    return `${address}/#token=${((await answer.json()) as { code: string }).code}`;
  };
  let cookies: Cookie[] = [];
  return {
    ...{ address, demo, token, browser, signInAddress, ask, call },
    status: async (path) => (await fetch(address + path, { headers })).status,
    async open({ at = "#/home", width = "desk", watch } = {}) {
      for (const context of browser.contexts()) await context.close();
      const context = await browser.newContext({ viewport: widths[width], reducedMotion: "reduce" });
      await context.addInitScript(freezeTime(demoEnd));
      await context.addCookies(cookies);
      const page = await context.newPage();
      watchRequests(page);
      watch?.(page);
      if (cookies.length === 0) {
        await page.goto(await signInAddress());
        await page.waitForSelector("main.main");
        cookies = await context.cookies();
      }
      await page.goto(`${address}/${at}`);
      await settled(page);
      return page;
    },
    async stop() {
      await browser.close();
      const ended = new Promise((resolve) => child.on("close", resolve));
      child.kill("SIGTERM");
      await ended;
      rmSync(demo.folder, { recursive: true, force: true });
    },
  };
}

async function serve({ home, person, repository }: DemoHome): Promise<{ child: ChildProcess; address: string }> {
  const child = spawn(process.execPath, [mainScript, "serve", "--http-rate-limit", "100000"], {
    cwd: repository,
    env: { ...process.env, HOME: person, THROUGHLINE_HOME: home, NO_COLOR: "1" },
  });
  let output = "";
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  return new Promise((ready, fail) => {
    child.on("close", () => fail(new Error(output)));
    child.stdout.on("data", (chunk) => {
      output += chunk;
      const address = /Page\s+(http:\/\/\S+?)\/\s/.exec(output)?.[1];
      if (address && output.includes("Stop with")) ready({ child, address });
    });
  });
}

const running = new WeakMap<Page, Set<Request>>();

/** Counts the page's pending requests, without the stream of changes, which never ends. */
function watchRequests(page: Page): Set<Request> {
  const open = running.get(page) ?? new Set<Request>();
  if (running.has(page)) return open;
  running.set(page, open);
  page.on("request", (sent) => !sent.url().endsWith("/api/events") && open.add(sent));
  page.on("requestfinished", (sent) => open.delete(sent));
  page.on("requestfailed", (sent) => open.delete(sent));
  return open;
}

const limitMs = 60_000;

/**
 * Waits until the page shows what its URL names and has no pending request. Checked twice, because a painted view
 * may send more requests.
 */
export async function settled(page: Page): Promise<void> {
  const open = watchRequests(page);
  const until = Date.now() + limitMs;
  for (let quiet = 0; quiet < 2; ) {
    if (Date.now() > until) throw new Error(`Still loading: ${[...open].map((one) => one.url()).join(", ")}`);
    const isWhole = await page.evaluate(isShownWhole);
    quiet = isWhole && open.size === 0 ? quiet + 1 : 0;
    await page.evaluate(afterPaint);
  }
}

/** As text, because it runs in the page. */
const isShownWhole = `(() => {
  const main = document.querySelector("main");
  return main?.dataset.shows === location.hash && !!main.querySelector("h1, h2") && !main.querySelector(".skeleton");
})()`;
/** Resolves after two paints: the work after the first paint may cause another. */
const afterPaint = "new Promise((done) => requestAnimationFrame(() => setTimeout(done)))";

/** Folder for screenshots, if they are wanted. */
const shots = process.env.THROUGHLINE_SHOTS;

export async function takeShot(page: Page, name: string): Promise<void> {
  if (!shots) return;
  mkdirSync(shots, { recursive: true });
  await page.screenshot({ path: join(shots, `${name}.png`) });
}
