import { describe, expect, it } from "vitest";
import { fromChunks, mergeExitCode, mirrorMerge, showConflict } from "./merge-result.js";

describe("showConflict", () => {
  it("puts both sides between git's markers, each on a line of its own", () => {
    expect(showConflict({ ours: ["a\n"], theirs: ["b"] }, "markers")).toBe(
      "<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n",
    );
  });

  it("ends marker lines with the text's line ending", () => {
    expect(showConflict({ ours: ["a\r\n"], theirs: ["b\r\n"] }, "markers")).toBe(
      "<<<<<<< ours\r\na\r\n=======\r\nb\r\n>>>>>>> theirs\r\n",
    );
  });
});

describe("mirrorMerge", () => {
  it("exchanges the sides, and shows ours first again", () => {
    const chunks = [{ kind: "conflict", base: ["x\n"], ours: [], theirs: ["b\n"] }] as const;
    const merge = mirrorMerge(fromChunks(chunks, () => "A"));
    const conflict = { section: "A", reason: "deleted by theirs", base: "x\n", ours: "b\n", theirs: "" };
    expect(merge.conflicts).toEqual([conflict]);
    expect([merge.show("ours"), merge.show("theirs")]).toEqual(["b\n", ""]);
    expect(merge.show("markers")).toBe("<<<<<<< ours\nb\n=======\n>>>>>>> theirs\n");
  });
});

describe("mergeExitCode", () => {
  it("is the number of conflicts, up to the largest exit code", () => {
    expect([0, 3, 127, 400].map(mergeExitCode)).toEqual([0, 3, 127, 127]);
  });
});
