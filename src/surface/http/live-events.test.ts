import { afterEach, describe, expect, it } from "vitest";
import { createLiveEvents, type LiveEvents } from "./live-events.js";

let live: LiveEvents;
afterEach(() => live.close());

/** What a browser hears, until it has heard `text`. */
async function hears(answer: Response, text: string): Promise<string> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = "";
  while (!heard.includes(text)) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done) break;
    heard += value;
  }
  return heard;
}

describe("createLiveEvents", () => {
  it("tells every open page when the database changes, and only then", async () => {
    let asked = 0;
    live = createLiveEvents({ version: async () => (++asked < 4 ? "1" : "2"), everyMs: 5 });
    const pages = [live.open(new AbortController().signal), live.open(new AbortController().signal)];
    for (const page of pages)
      expect(await hears(page, "data: 1")).toMatch(/retry: 2000\n\nevent: change\ndata: 1\n\n$/);
  });

  it("tells at once of what the page wrote itself", async () => {
    live = createLiveEvents({ version: async () => "1", everyMs: 60_000 });
    const page = live.open(new AbortController().signal);
    live.nudge();
    expect(await hears(page, "data: 1")).toContain("event: change");
  });

  it("goes on telling the others when one page goes away without a word", async () => {
    live = createLiveEvents({ version: async () => "1", everyMs: 60_000 });
    const [gone, stays] = [live.open(new AbortController().signal), live.open(new AbortController().signal)];
    await gone.body?.cancel();
    live.nudge();
    expect(await hears(stays, "data: 1")).toContain("event: change");
  });

  it("asks nothing while nobody looks, and lives through a database that cannot be read", async () => {
    let asked = 0;
    const version = async () => {
      asked++;
      throw new Error("locked");
    };
    live = createLiveEvents({ version, everyMs: 5 });
    const stop = new AbortController();
    const page = live.open(stop.signal);
    while (asked < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    stop.abort();
    expect(await hears(page, "never")).toBe("retry: 2000\n\n");
    const then = asked;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(asked - then).toBeLessThanOrEqual(1);
  });
});
