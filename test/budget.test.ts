import { expect, it } from "vitest";
import { readSources } from "./support/sources.js";

/**
 * Lines of source per area, without tests. A change may lower a number. Raising one needs a comment beside it that says
 * what the lines pay for.
 */
const budget: Readonly<Record<string, number>> = {
  base: 2_800,
  commands: 4_150,
  "domain/agents": 1_650,
  "domain/archive": 3_850,
  "domain/bridge": 2_850,
  "domain/code": 3_400,
  "domain/context": 4_250,
  "domain/diagnosis": 1_500,
  "domain/install": 2_450,
  // What agents receive, asking them, and the distiller: in place of learning from sentences, which took 5,900.
  "domain/lessons": 2_450,
  "domain/memory": 1_450,
  "domain/merge": 2_300,
  "domain/redaction": 5_400,
  "domain/search": 2_850,
  "domain (other)": 5_400,
  engine: 8_900,
  entry: 3_400,
  resources: 420,
  store: 9_000,
  surface: 6_500,
  tools: 4_150,
};

const areaOf = (path: string): string => {
  const [layer = "", folder = ""] = path.split("/");
  if (layer !== "domain") return layer;
  return `domain/${folder}` in budget ? `domain/${folder}` : "domain (other)";
};

const linesByArea = new Map<string, number>();
for (const { path, text } of readSources().filter((one) => !one.path.endsWith(".test.ts") && one.path.includes("/")))
  linesByArea.set(areaOf(path), (linesByArea.get(areaOf(path)) ?? 0) + text.split("\n").length - 1);

it.each(Object.entries(budget))("src/%s has at most %d lines", (area, max) => {
  expect(linesByArea.get(area)).toBeLessThanOrEqual(max);
});

it("every area of the source has a budget, and none has lost its area", () => {
  expect([...linesByArea.keys()].toSorted()).toEqual(Object.keys(budget).toSorted());
});

it("the budgets are no more than a hundred lines above what is there", () => {
  const loose = Object.entries(budget).filter(([area, max]) => max - (linesByArea.get(area) ?? 0) > 100);
  expect(loose).toEqual([]);
});
