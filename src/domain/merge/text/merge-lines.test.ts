import { describe, expect, it } from "vitest";
import { showChunks } from "../merge-result.js";
import { mergeText } from "./merge-lines.js";

const text = (...lines: string[]) => lines.map((line) => `${line}\n`).join("");

function mergeWithMarkers(base: string, ours: string, theirs: string): string {
  const merge = mergeText(base, ours, theirs);
  return merge.kind === "merged" ? merge.text : showChunks(merge.chunks, "markers");
}

describe("mergeText", () => {
  it("applies changes of both sides that do not touch", () => {
    expect(mergeText(text("a", "b", "c"), text("A", "b", "c"), text("a", "b", "C"))).toEqual({
      kind: "merged",
      text: text("A", "b", "C"),
    });
  });

  it("applies a change once that both sides made", () => {
    const merge = mergeText(text("a", "b", "c", "d"), text("a", "X", "c", "d"), text("a", "X", "c", "D"));
    expect(merge).toEqual({ kind: "merged", text: text("a", "X", "c", "D") });
  });

  it("reports changes of neighboring lines as a conflict, as git does", () => {
    expect(mergeWithMarkers(text("a", "b"), text("A", "b"), text("a", "B"))).toBe(
      text("<<<<<<< ours", "A", "b", "=======", "a", "B", ">>>>>>> theirs"),
    );
  });

  it("excludes from a conflict what both sides agree on", () => {
    expect(mergeWithMarkers(text("x"), text("a", "b", "1"), text("a", "b", "2"))).toBe(
      text("a", "b", "<<<<<<< ours", "1", "=======", "2", ">>>>>>> theirs"),
    );
  });

  it("treats a missing final newline as a change of the last line", () => {
    expect(mergeText("a\nb\nc\n", "A\nb\nc\n", "a\nb\nc")).toEqual({ kind: "merged", text: "A\nb\nc" });
  });

  it("keeps markers on lines of their own when a side lacks its final newline", () => {
    expect(mergeWithMarkers("x", "a", "b")).toBe("<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n");
  });

  it("merges texts too different to compare line by line", () => {
    const many = (word: string) => text(...Array.from({ length: 3000 }, (_, i) => `${word} ${(i * 7919) % 3001}`));
    expect(mergeText(many("a") + many("b"), many("b") + many("a"), many("a") + many("b"))).toEqual({
      kind: "merged",
      text: many("b") + many("a"),
    });
  });
});
