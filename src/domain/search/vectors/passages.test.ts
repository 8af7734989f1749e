import { describe, expect, it } from "vitest";
import { searchDocument } from "../../../store/search/search-document.js";
import { passagesOf } from "./passages.js";

const documentWith = (facts: { title?: string; body: string; reply?: string }) =>
  searchDocument({ id: "1", kind: "note", project: "", source: "", at: "", ...facts });

describe("passages", () => {
  it("keep a short text whole, with its title", () => {
    expect(passagesOf(documentWith({ title: "Prices", body: "In cents." }))).toEqual(["Prices\nIn cents."]);
  });

  it("split a long text at spaces, with an overlap, into at most eight", () => {
    const passages = passagesOf(documentWith({ body: "word ".repeat(4000) }));
    expect(passages).toHaveLength(8);
    expect(passages.every((text) => text.length <= 1000 && text.endsWith("word"))).toBe(true);
  });

  it("contain a question by itself and with its answer", () => {
    expect(passagesOf(documentWith({ body: "Which port?", reply: "8443." }))).toEqual([
      "Which port?",
      "Which port?\n8443.",
    ]);
  });

  it("split a conversation by exchanges", () => {
    const body = "user: one\nassistant: first\nuser: two\nassistant: second";
    expect(passagesOf(documentWith({ title: "Numbers", body }))).toEqual([
      "Numbers",
      "user: one\nassistant: first",
      "user: two\nassistant: second",
      "user: one",
      "user: two",
    ]);
  });

  it("put the first passage of every exchange before later ones", () => {
    const long = `assistant: ${"answer ".repeat(600)}`;
    const body = Array.from({ length: 12 }, (_, i) => `user: question ${i}\n${long}`).join("\n");
    const passages = passagesOf(documentWith({ body }));
    expect(passages).toHaveLength(24);
    expect(passages.filter((text) => text.includes("question"))).toHaveLength(24);
  });
});
