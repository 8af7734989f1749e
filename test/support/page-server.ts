import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Cookie, Page, Request } from "playwright-core";
import { type DemoHome, demoEnd } from "../../demo/demo-home.js";
import { openDemoHome, removeDemoHome } from "../demo/open-demo-home.js";
import { borrowBrowser } from "./browser.js";
import { freezeClock } from "./page-time.js";
import { mainScript } from "./product.js";

export const widths = {
  desk: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
  /** What a browser has left of a desk's window at 200 %. */
  zoomed: { width: 640, height: 400 },
} as const;

/** The real server on a sample home, and a signed-in browser. */
export interface PageServer {
  readonly address: string;
  readonly demo: DemoHome;
  readonly token: string;
  readonly browser: Browser;
  /**
   * A page with the sign-in cookie, loaded, with the clock at the end of the sample. Ends the previous one: browsers open
   * few connections to one server, and every open page uses one for change events.
   */
  open(options?: OpenOptions): Promise<Page>;
  /** A URL that signs in one browser. */
  signInAddress(): Promise<string>;
  /** Sends a GET request as a script. */
  ask(path: string): Promise<unknown>;
  status(path: string): Promise<number>;
  /** Calls a tool, as an agent would. */
  call(tool: string, input: object): Promise<unknown>;
  /** Ends the server process; `resume` starts it again at the same address. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

export interface OpenOptions {
  readonly at?: string;
  readonly width?: keyof typeof widths;
  /** Called before the page loads anything. */
  readonly watch?: (page: Page) => void;
}

/** `prepare` may change the home before the server starts; `makeHome` creates another home than the sample. */
export async function startPageServer(
  prepare?: (demo: DemoHome) => Promise<void> | void,
  makeHome?: (folder: string) => Promise<DemoHome>,
): Promise<PageServer> {
  const startServer = async () => {
    const demo = makeHome ? await makeHome(mkdtempSync(join(tmpdir(), "throughline-page-"))) : await openDemoHome();
    await prepare?.(demo);
    return { demo, ...(await serve(demo)) };
  };
  const [{ demo, child: first, address }, borrowed] = await Promise.all([startServer(), borrowBrowser()]);
  const { browser } = borrowed;
  let child = first;
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
  let page: Page | undefined;
  return {
    address,
    demo,
    token,
    browser,
    signInAddress,
    ask,
    call,
    status: async (path) => (await fetch(address + path, { headers })).status,
    async open({ at = "#/home", width = "desk", watch } = {}) {
      page = await emptyPage(browser, page, address);
      await page.setViewportSize(widths[width]);
      await page.context().addCookies(cookies);
      watchRequests(page);
      watch?.(page);
      if (cookies.length === 0) {
        await page.goto(await signInAddress());
        await page.waitForSelector("main.main");
        cookies = await page.context().cookies();
      }
      await page.goto(`${address}/${at}`);
      await waitUntilIdle(page);
      return page;
    },
    pause: () => endProcess(child),
    async resume() {
      child = (await serve(demo, new URL(address).port)).child;
    },
    async stop() {
      await borrowed.giveBack();
      await endProcess(child);
      removeDemoHome(demo);
    },
  };
}

const media = { reducedMotion: "reduce", colorScheme: null } as const;

/** A page as in a new browser context. The previous one is emptied if there is one, because its process starts faster. */
async function emptyPage(browser: Browser, previous: Page | undefined, address: string): Promise<Page> {
  const usable = previous?.isClosed() ? undefined : previous;
  for (const context of browser.contexts()) if (context !== usable?.context()) await context.close();
  if (!usable) {
    const context = await browser.newContext(media);
    await context.addInitScript(freezeClock(demoEnd));
    return context.newPage();
  }
  for (const other of usable.context().pages()) if (other !== usable) await other.close();
  await usable.unrouteAll({ behavior: "ignoreErrors" });
  usable.removeAllListeners();
  running.delete(usable);
  await usable.emulateMedia(media);
  // A page of the same site that runs nothing.
  await usable.goto(`${address}/healthz`);
  await usable.evaluate("localStorage.clear(), sessionStorage.clear()");
  await usable.context().clearCookies();
  return usable;
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.on("close", resolve));
  child.kill("SIGTERM");
  await ended;
}

async function serve(
  { home, person, repository }: DemoHome,
  port?: string,
): Promise<{ child: ChildProcess; address: string }> {
  // Any free port: the default one may be taken by another test while this server is paused.
  const flags = ["--http-rate-limit", "100000", "--port", port ?? "0"];
  const child = spawn(process.execPath, [mainScript, "serve", ...flags], {
    cwd: repository,
    // Embedding the sample would take longer than the tests of most views, which show what was found, not how.
    env: { ...process.env, HOME: person, THROUGHLINE_HOME: home, NO_COLOR: "1", THROUGHLINE_SEARCH_MODEL: "off" },
  });
  let output = "";
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  return new Promise((ready, fail) => {
    child.on("close", () => fail(new Error(output)));
    child.stdout.on("data", (chunk) => {
      output += chunk;
      const address = /Page\s+(http:\/\/\S+?)\/(?:#token\S+)?\s/.exec(output)?.[1];
      if (address && output.includes("Stop with")) ready({ child, address });
    });
  });
}

const running = new WeakMap<Page, Set<Request>>();

/** Tracks the open requests of the page; the stream of change events never ends and is left out. */
function watchRequests(page: Page): Set<Request> {
  const open = running.get(page) ?? new Set<Request>();
  if (running.has(page)) return open;
  running.set(page, open);
  page.on("request", (sent) => !sent.url().endsWith("/api/events") && open.add(sent));
  page.on("requestfinished", (sent) => open.delete(sent));
  page.on("requestfailed", (sent) => open.delete(sent));
  return open;
}

const timeoutMs = 60_000;

/**
 * Waits until the page shows its route and has no open request. Checked twice, because a painted component may request
 * more.
 */
export async function waitUntilIdle(page: Page): Promise<void> {
  const open = watchRequests(page);
  const until = Date.now() + timeoutMs;
  for (let quiet = 0; quiet < 2; ) {
    if (Date.now() > until) throw new Error(`Still loading: ${[...open].map((one) => one.url()).join(", ")}`);
    if (open.size > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    const isComplete = open.size === 0 && (await page.evaluate(untilShown));
    quiet = isComplete && open.size === 0 ? quiet + 1 : 0;
  }
}

/** Opens a view without loading the page again. */
export async function show(page: Page, hash: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await waitUntilIdle(page);
}

/**
 * A string, because it runs in the page, where polling takes a fraction of the time. Resolves after the effects of a paint,
 * or with false when the view is still incomplete after a second.
 */
const untilShown = `new Promise((done) => {
  const isShown = () => {
    const main = document.querySelector("main");
    return main?.dataset.shows === location.hash && !!main.querySelector("h1, h2") && !main.querySelector(".skeleton");
  };
  const look = (left) => {
    if (isShown()) requestAnimationFrame(() => setTimeout(() => done(isShown())));
    else if (left === 0) done(false);
    else setTimeout(look, 10, left - 1);
  };
  look(100);
})`;

/** The folder for screenshots, if any. */
const screenshotFolder = process.env.THROUGHLINE_SHOTS;

export async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (!screenshotFolder) return;
  mkdirSync(screenshotFolder, { recursive: true });
  await page.screenshot({ path: join(screenshotFolder, `${name}.png`) });
}
