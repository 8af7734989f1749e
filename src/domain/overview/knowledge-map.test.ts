import { describe, expect, it } from "vitest";
import { filesNamedIn, type MapRecord, rankFiles, selectMap } from "./knowledge-map.js";

const record = (id: string, about: Partial<MapRecord>): MapRecord => ({
  kind: "memory",
  id,
  title: id,
  files: [],
  learnedIn: [],
  receivedBy: [],
  ...about,
});
const key = record("key", { files: ["checkout/pay.ts"], receivedBy: ["s1", "s2"], learnedIn: ["s1"] });
const lonely = record("lonely", { files: ["src/old.ts"] });
const general = record("general", { learnedIn: ["s3"] });
const records = [general, key, lonely];
const touched = [
  { path: "src/cart.ts", touches: 40 },
  { path: "src/checkout/pay.ts", touches: 2 },
];
const touches = [
  { sessionId: "s2", path: "src/checkout/pay.ts", isChange: true },
  { sessionId: "s4", path: "src/cart.ts", isChange: false },
];

describe("rankFiles", () => {
  it("puts files that records name first, also those that no session touched", () => {
    expect(rankFiles(records, touched, "")).toEqual(["src/checkout/pay.ts", "src/old.ts", "src/cart.ts"]);
  });

  it("finds any part of a path", () => expect(rankFiles(records, touched, "PAY")).toEqual(["src/checkout/pay.ts"]));
});

describe("selectMap", () => {
  it("links sessions, files and records, the best linked session first", () => {
    const map = selectMap(rankFiles(records, touched, ""), records, touches, false);
    expect(map.records.map(({ id }) => id)).toEqual(["key", "lonely", "general"]);
    expect(map.sessions).toEqual(["s2", "s4", "s1", "s3"]);
    expect(map.links).toContainEqual({ from: "session/s2", to: "file/src/checkout/pay.ts", how: "changed" });
    expect(map.links).toContainEqual({ from: "file/src/checkout/pay.ts", to: "memory/key", how: "about" });
    // A session that taught a lesson is not also shown as one that received it.
    expect(map.links.filter(({ to }) => to === "memory/key").map(({ how }) => how)).toEqual([
      "about",
      "learned",
      "received",
    ]);
  });

  it("leaves out what is about other files when filtered", () => {
    const map = selectMap(["src/checkout/pay.ts"], records, touches, true);
    expect(map.records).toEqual([key]);
    expect(map.sessions).toEqual(["s2", "s1"]);
  });

  it("counts what it leaves out, and shows no link to it", () => {
    const many = Array.from({ length: 20 }, (_, i) => ({ sessionId: `s${i}`, path: "src/cart.ts", isChange: true }));
    const map = selectMap(["src/cart.ts"], [], many, true);
    expect(map.sessions).toHaveLength(14);
    expect(map.links).toHaveLength(14);
    expect(map.omitted).toBe(6);
  });
});

describe("filesNamedIn", () => {
  it("reads paths, not addresses without an ending or plain words", () => {
    expect(filesNamedIn("Change `src/checkout/pay.ts` and and/or web/app.tsx. See e.g. a.b, 1/2.")).toEqual([
      "src/checkout/pay.ts",
      "web/app.tsx",
    ]);
  });
});
