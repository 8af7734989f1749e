import { describe, expect, it } from "vitest";
import { decisionLinks } from "./decisions.js";

describe("decisionLinks", () => {
  it("reads from either decision which one superseded the other", () => {
    const links = decisionLinks([
      { id: 1, raw: "Superseded by 0003." },
      { id: 2, raw: "Nothing." },
      { id: 3, raw: "This supersedes decision 2, and Replaces ADR-0001." },
    ]);
    expect(links).toEqual([
      { newer: 3, older: 1 },
      { newer: 3, older: 2 },
    ]);
  });

  it("ignores links to missing decisions and to the decision itself", () => {
    expect(decisionLinks([{ id: 1, raw: "Supersedes 0001 and supersedes 0009" }])).toEqual([]);
  });
});
