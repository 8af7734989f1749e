import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decisionStatuses, readDecision, withNumber, withStatus, writeDecision } from "./decision-markdown.js";

const word = fc.constantFrom(
  "a",
  "Why",
  "## Options",
  "## Decision",
  "## Context",
  "# Title",
  "- x",
  "**Status** quo",
  "",
  "1. one",
);
const field = fc.array(word, { maxLength: 6 }).map((lines) => lines.join("\n").trim());
const decision = fc.record({
  title: fc.constantFrom("Use X", "0007 - Odd", "A - B", "Use `y`"),
  status: fc.constantFrom(...decisionStatuses),
  date: fc.constant("2026-01-02"),
  author: fc.constantFrom("", "ada@host"),
  context: field,
  decision: field,
  consequences: field,
});

describe("a decision file", () => {
  it("is read as it was written, whatever headings its fields have", () => {
    fc.assert(
      fc.property(decision, fc.integer({ min: 1, max: 99999 }), (text, id) => {
        const title = text.title.replace(/^\d+\s+-\s+/, "");
        expect(readDecision(writeDecision(id, { ...text, title }), "x")).toEqual({ ...text, title });
      }),
    );
  });

  it("has placeholders, which are not read as content", () => {
    const text = {
      title: "T",
      status: "accepted",
      date: "",
      author: "",
      context: "",
      decision: "",
      consequences: "",
    } as const;
    expect(writeDecision(1, text)).toContain("(no context provided)");
    expect(readDecision(writeDecision(1, text), "x")).toEqual(text);
  });

  it("that a person wrote is read as far as possible", () => {
    expect(readDecision("Just a note\n", "from the name")).toMatchObject({
      title: "from the name",
      status: "accepted",
      context: "",
    });
    expect(readDecision("# Use X\n\n- **Status:** Proposed\n\n## Context\n\nWhy\n", "")).toMatchObject({
      title: "Use X",
      status: "proposed",
      context: "Why",
    });
  });

  it("keeps everything else when its status or number changes", () => {
    const text = writeDecision(3, {
      title: "T",
      status: "accepted",
      date: "2026-01-02",
      author: "a",
      context: "c",
      decision: "d",
      consequences: "e",
    });
    expect(withStatus(text, "deprecated")).toBe(text.replace("accepted", "deprecated"));
    expect(withNumber(text, 12)).toBe(text.replace("0003", "0012"));
    expect(readDecision(withStatus("# T\n\n## Context\n\nc\n", "superseded"), "")).toMatchObject({
      status: "superseded",
      context: "c",
    });
  });
});
