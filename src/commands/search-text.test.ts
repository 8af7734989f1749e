import { expect, it } from "vitest";
import { plainPaint } from "../base/paint.js";
import { joinLines } from "../base/text/lines.js";
import type { RecallHit } from "../domain/recall/recall.js";
import { searchDocument } from "../store/search/search-document.js";
import { searchText } from "./search-text.js";

function hit(id: string, title: string, text: string): RecallHit {
  const facts = { kind: "exchange", project: "p1", source: "s", at: "2026-01-02T03:04:05.000Z" };
  const document = searchDocument({ ...facts, id, title, body: text });
  return { id, shortId: "x1", projectName: "shop", document, score: 0.5, matches: 1, snippet: { text, marks: [] } };
}

it("lists the same question once, without Markdown and without repeating the title", () => {
  const hits = [
    hit("1", "Why is it slow?", "…ing the **pool** was full"),
    hit("2", "Why is it slow?", "something else"),
    hit("3", "Grow the pool", "Grow the pool"),
  ];
  const text = searchText({ hits, found: 3, searched: 9, meaning: "used", projectNames: {} }, plainPaint);
  expect(joinLines(text).split("\n")).toEqual([
    "Why is it slow?  session · shop · 2026-01-02 · 0.50  x1",
    "  …the pool was full",
    "  and 1 more like this; --json lists all",
    "Grow the pool  session · shop · 2026-01-02 · 0.50  x1",
    "Read one whole with `throughline show ID`.",
  ]);
});
