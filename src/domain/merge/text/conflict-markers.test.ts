import { describe, expect, it } from "vitest";
import type { Chunk } from "./chunks.js";
import { mergeExitCode, renderMarkers } from "./conflict-markers.js";

const conflict: Chunk = { kind: "conflict", base: ["x\n"], ours: ["a\n"], theirs: ["b"] };

describe("renderMarkers", () => {
  it("labels both sides", () => {
    expect(renderMarkers([conflict], { ours: "HEAD", theirs: "main" })).toBe(
      "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> main\n",
    );
  });

  it("shows the base when it has a label", () => {
    expect(renderMarkers([conflict], { ours: "o", theirs: "t", base: "b" })).toContain("a\n||||||| b\nx\n=======\n");
  });

  it("ends marker lines with the text's line ending", () => {
    const crlf: Chunk = { kind: "conflict", base: [], ours: ["a\r\n"], theirs: ["b\r\n"] };
    expect(renderMarkers([crlf])).toBe("<<<<<<< ours\r\na\r\n=======\r\nb\r\n>>>>>>> theirs\r\n");
  });
});

describe("mergeExitCode", () => {
  it("is the number of conflicts, up to the largest exit code", () => {
    expect([0, 3, 127, 400].map(mergeExitCode)).toEqual([0, 3, 127, 127]);
  });
});
