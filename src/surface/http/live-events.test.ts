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
  it("notifies every open page when the database changes, and only then", async () => {
    let asked = 0;
    live = createLiveEvents({ version: async () => (++asked < 4 ? "1" : "2"), everyMs: 5 });
    const pages = [live.open(new AbortController().signal), live.open(new AbortController().signal)];
    for (const page of pages)
      expect(await hears(page, "data: 1")).toMatch(/retry: 2000\n\nevent: change\ndata: 1\n\n$/);
  });

  it("notifies at once after a write of the page", async () => {
    live = createLiveEvents({ version: async () => "1", everyMs: 60_000 });
    const page = live.open(new AbortController().signal);
    live.nudge();
    expect(await hears(page, "data: 1")).toContain("event: change");
  });

  it("keeps notifying the others when one page disconnects", async () => {
    live = createLiveEvents({ version: async () => "1", everyMs: 60_000 });
    const [gone, stays] = [live.open(new AbortController().signal), live.open(new AbortController().signal)];
    await gone.body?.cancel();
    live.nudge();
    expect(await hears(stays, "data: 1")).toContain("event: change");
  });

  it("stops polling without open pages, and survives a database that cannot be read", async () => {
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
