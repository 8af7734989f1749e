import { describe, expect, it } from "vitest";
import { groupHits } from "./group-hits.js";

const hit = (id: string, title: string, kind = "exchange", text = id) => ({
  id,
  kind,
  project: "shop",
  title,
  snippet: { text },
});

describe("groupHits", () => {
  it("groups the same title of one kind, in the order of the results", () => {
    const groups = groupHits([
      hit("1", "Fix the test."),
      hit("2", "Other"),
      hit("3", "fix the test"),
      hit("4", "Other", "memory"),
    ]);
    expect(groups.map(({ hit: { id }, others }) => [id, ...others.map((other) => other.id)])).toEqual([
      ["1", "3"],
      ["2"],
      ["4"],
    ]);
  });

  it("groups the same snippet, and never empty texts", () => {
    expect(groupHits([hit("1", "A", "code", "same text"), hit("2", "B", "code", "Same  text…")])).toHaveLength(1);
    expect(groupHits([hit("1", "", "code", ""), hit("2", "", "code", "")])).toHaveLength(2);
  });
});
