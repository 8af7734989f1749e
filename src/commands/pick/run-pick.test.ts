import { describe, expect, it, vi } from "vitest";
import { plainPaint } from "../../base/paint.js";
import type { Key, Screen } from "../../engine/screen.js";
import type { PickAnswer } from "./pick-state.js";
import { runPick } from "./run-pick.js";

const nothing: PickAnswer = { hits: [], found: 0, searched: 7, meaning: "used", projectNames: {} };

/** A screen whose keys are pressed by the test. */
function screenOf() {
  const frames: string[] = [];
  let press = (_: Key): void => {};
  let isOpen = true;
  const screen: Screen = {
    paint: plainPaint,
    size: () => ({ columns: 80, rows: 10 }),
    draw: (lines) => void frames.push(lines.join("\n")),
    onKey: (heard) => {
      press = heard;
    },
    onResize: () => {},
    close: () => {
      isOpen = false;
    },
  };
  const shows = (text: string) => vi.waitFor(() => expect(frames.at(-1)).toContain(text), { timeout: 30_000 });
  return { screen, frames, shows, press: (key: Key) => press(key), isOpen: () => isOpen };
}

const quiet = { query: "", signal: new AbortController().signal, prepare: async () => {} };

describe("the picker's loop", () => {
  it("searches once for keys typed in quick succession", async () => {
    const { screen, press, shows } = screenOf();
    const asked: string[] = [];
    const ended = runPick(screen, {
      ...quiet,
      ask: async (query) => {
        asked.push(query);
        return nothing;
      },
    });
    for (const letter of "pool") press({ kind: "text", text: letter });
    await shows("No relevant results in 7 documents.");
    press({ kind: "escape" });
    expect(await ended).toEqual({ how: "left" });
    expect(asked).toEqual(["pool"]);
  });

  it("shows keyword results until the model is loaded", async () => {
    const { screen, press, shows, frames } = screenOf();
    const ask = async (_: string, waitMs: number): Promise<PickAnswer> =>
      waitMs < 1000 ? { ...nothing, meaning: "warming" } : { ...nothing, searched: 8 };
    const ended = runPick(screen, { ...quiet, query: "pool", ask });
    await shows("in 8 documents.");
    expect(frames.some((frame) => frame.includes("in 7 documents. · searching…"))).toBe(true);
    press({ kind: "interrupt" });
    expect(await ended).toEqual({ how: "interrupted" });
  });

  it("does not show late answers to earlier queries", async () => {
    const { screen, press, shows, frames } = screenOf();
    let answerFirst: ((answer: PickAnswer) => void) | undefined;
    const ask = (query: string): Promise<PickAnswer> =>
      query === "one"
        ? new Promise((resolve) => {
            answerFirst = resolve;
          })
        : Promise.resolve({ ...nothing, searched: 2 });
    const ended = runPick(screen, { ...quiet, query: "one", ask });
    await vi.waitFor(() => expect(answerFirst).toBeDefined(), { timeout: 30_000 });
    press({ kind: "deleteLine" });
    press({ kind: "text", text: "two" });
    await shows("in 2 documents.");
    answerFirst?.({ ...nothing, searched: 1 });
    await new Promise((resolve) => setImmediate(resolve));
    press({ kind: "up" });
    expect(frames.join("\n")).not.toContain("in 1 document.");
    press({ kind: "escape" });
    await ended;
  });

  it("restores the screen when a search fails, and when the process is terminated", async () => {
    const failing = screenOf();
    const ask = async () => {
      throw new Error("The disk is gone.");
    };
    await expect(runPick(failing.screen, { ...quiet, query: "x", ask })).rejects.toThrow("The disk is gone.");
    expect(failing.isOpen()).toBe(false);

    const stopped = screenOf();
    const stop = new AbortController();
    const ended = runPick(stopped.screen, { ...quiet, signal: stop.signal, ask: async () => nothing });
    stop.abort();
    expect(await ended).toEqual({ how: "interrupted" });
    expect(stopped.isOpen()).toBe(false);
  });
});
