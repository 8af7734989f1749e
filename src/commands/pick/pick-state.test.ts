import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainPaint } from "../../base/paint.js";
import { cellsOf } from "../../base/text-cells.js";
import type { RecallHit } from "../../domain/recall/recall.js";
import type { Key, KeyName } from "../../engine/screen.js";
import { searchDocument } from "../../store/search/search-document.js";
import { pickFrame } from "./pick-lines.js";
import { onAnswer, onKey, onResize, type PickAnswer, type PickState, startPick } from "./pick-state.js";

const size = { columns: 60, rows: 9 };

function hit(id: string, body = `The body of ${id}.`): RecallHit {
  const facts = { kind: "note", project: "p1", source: "s", at: "2026-01-02T03:04:05.000Z" };
  const document = searchDocument({ ...facts, id, title: `Title ${id}`, body });
  return {
    id,
    shortId: "x1",
    projectName: "shop",
    document,
    score: 0.5,
    matches: 1,
    snippet: { text: body, marks: [[4, 8]] },
  };
}

const answerOf = (...ids: string[]): PickAnswer => ({
  hits: ids.map((id) => hit(id)),
  found: ids.length,
  searched: 100,
  meaning: "used",
  projectNames: { p1: "shop" },
});

const typed = (text: string): Key => ({ kind: "text", text });
const press = (state: PickState, ...keys: (KeyName | Key)[]) =>
  keys.reduce((now, key) => onKey(now, typeof key === "string" ? { kind: key } : key), state);
const withHits = (...ids: string[]) => onAnswer(press(startPick("", size), typed("pool")), 1, answerOf(...ids));
const shown = (state: PickState) => pickFrame(state, plainPaint).lines.join("\n");

describe("the picker", () => {
  it("searches again for every change of the query, and drops answers to earlier ones", () => {
    const first = press(startPick("", size), typed("po"));
    const second = press(first, typed("ol"));
    expect(second).toMatchObject({ query: "pool", asked: 2, isWaiting: true });
    expect(onAnswer(second, 1, answerOf("old"))).toBe(second);
    expect(onAnswer(second, 2, answerOf("new")).answer?.hits).toHaveLength(1);
  });

  it("deletes letters, words and the whole query, and does not search for an empty one", () => {
    const state = press(startPick("", size), typed("two wordé日"));
    expect(press(state, "backspace", "backspace").query).toBe("two word");
    expect(press(state, "deleteWord").query).toBe("two ");
    expect(press(state, "deleteLine")).toMatchObject({ query: "", isWaiting: false, answer: undefined });
    expect(press(startPick("", size), "backspace").asked).toBe(0);
  });

  it("moves through the hits and shows the selected one", () => {
    const state = withHits("a", "b", "c", "d", "e");
    expect(press(state, "up").chosen).toBe(0);
    expect(press(state, "down", "down", "down")).toMatchObject({ chosen: 3, top: 1 });
    expect(press(state, "pageDown").chosen).toBe(3);
    expect(press(state, "end", "down")).toMatchObject({ chosen: 4, top: 2 });
    expect(press(state, "end", "home")).toMatchObject({ chosen: 0, top: 0 });
  });

  it("shows query, hits and keys", () => {
    expect(shown(press(withHits("a", "b"), "down"))).toMatchInlineSnapshot(`
      "> pool
      2 of 2
        Title a  note · shop · 2026-01-02 · 0.50
        The body of a.
      > Title b  note · shop · 2026-01-02 · 0.50
        The body of b.


      ↑↓ select · Enter open · Esc quit"
    `);
  });

  it("keeps the selected hit when a better answer to the same query arrives", () => {
    const state = press(withHits("a", "b"), "down");
    expect(onAnswer(state, 1, answerOf("c", "a", "b")).chosen).toBe(2);
    expect(onAnswer(state, 1, answerOf("c")).chosen).toBe(0);
  });

  it("opens a document, returns to the list, and selects the open document", () => {
    const read = press(withHits("a", "b"), "down", "enter");
    expect(shown(read)).toContain("note · shop · 2026-01-02 03:04 · b");
    expect(press(read, "escape")).toMatchObject({ open: undefined, chosen: 1 });
    expect(press(read, "enter").end).toMatchObject({ how: "taken", hit: { document: { id: "b" } } });
    expect(press(withHits(), "enter").open).toBeUndefined();
  });

  it("keeps the document open when another answer arrives", () => {
    const read = press(withHits("a", "b"), "enter");
    const after = onAnswer(read, 1, answerOf("c", "a"));
    expect(press(after, "enter").end).toMatchObject({ how: "taken", hit: { document: { id: "a" } } });
  });

  it("scrolls a long document to its end and not beyond, also after a resize", () => {
    const long = hit("a", Array.from({ length: 50 }, (_, i) => `line ${i}`).join("\n"));
    const state = onAnswer(press(startPick("", size), typed("x")), 1, { ...answerOf(), hits: [long], found: 1 });
    const end = press(state, "enter", "end", "down");
    expect(shown(end)).toContain("line 49");
    expect(shown(onResize(end, { columns: 20, rows: 30 }))).toContain("line 49");
    expect(shown(press(end, "home"))).toContain("Title a");
  });

  it("quits on Escape, is interrupted on Ctrl-C, and ignores later keys", () => {
    expect(press(withHits("a"), "escape").end).toEqual({ how: "left" });
    const ended = press(withHits("a"), "enter", "interrupt");
    expect(ended.end).toEqual({ how: "interrupted" });
    expect(press(ended, typed("x"), "enter")).toBe(ended);
  });

  it("reports that there are no results, and what the answer lacks", () => {
    expect(shown(startPick("", size))).toContain("Type a query.");
    expect(shown(startPick("x", size))).toContain("Searching…");
    expect(shown(withHits())).toContain("No relevant results in 100 documents.");
    const state = press(startPick("", size), typed("x"));
    expect(shown(onAnswer(state, 1, { ...answerOf("a"), notice: "By words alone." }))).toContain("By words alone.");
    for (const meaning of ["warming", "rough"] as const)
      expect(shown(onAnswer(state, 1, { ...answerOf("a"), meaning }))).toContain("searching…");
  });

  it("fits every screen for any input, results and keys", () => {
    const names: KeyName[] = ["up", "down", "pageUp", "pageDown", "home", "end", "enter", "escape", "deleteWord"];
    const key = fc.oneof(
      fc.constantFrom(...names).map((kind): Key => ({ kind })),
      fc.string({ unit: "binary", maxLength: 30 }).map(typed),
    );
    const screen = fc.record({ columns: fc.integer({ min: 11, max: 120 }), rows: fc.integer({ min: 1, max: 40 }) });
    const bodies = fc.array(fc.string({ unit: fc.constantFrom("a ", "日", "🙂", "\x1b[31m", "\n") }), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(screen, screen, bodies, fc.array(key, { maxLength: 20 }), (before, after, texts, keys) => {
        const hits = texts.map((text, i) => hit(`${i}`, text));
        const asked = press(startPick("", before), typed("x"));
        const state = onAnswer(asked, 1, { ...answerOf(), hits, found: hits.length });
        for (const now of [press(state, ...keys), onResize(press(state, ...keys), after)]) {
          const { lines, cursor } = pickFrame(now, plainPaint);
          expect(lines.length).toBeLessThanOrEqual(now.size.rows);
          expect(cursor).toBeLessThan(now.size.columns);
          for (const line of lines) {
            expect(cellsOf(line)).toBeLessThan(now.size.columns);
            expect(line).not.toMatch(/\p{Cc}/u);
          }
        }
      }),
    );
  });
});
