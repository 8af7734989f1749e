import { expect, it } from "vitest";
import { allHosts } from "../src/hosts/all-hosts.js";
import { readSources } from "./support/sources.js";

/**
 * Lines of source per area, without tests. A change may lower a number. Raising one needs a comment beside it that says
 * what the lines pay for.
 */
const budget: Readonly<Record<string, number>> = {
  base: 2_790, // Counting items, which ten files did by themselves.
  commands: 4_050, // The plan of an installation on one screen, answers and ids of hits, what a repository says.
  "domain/agents": 1_080,
  "domain/archive": 2_660,
  "domain/bridge": 2_310,
  "domain/code": 3_150,
  "domain/context": 4_120, // A pull that finds no branch of its name.
  "domain/errors": 1_410,
  "domain/install": 1_950, // The command on the PATH; transcripts that an agent will delete.
  // What agents receive, asking them, and the distiller: in place of learning from sentences, which took 5,900.
  "domain/lessons": 2_660, // With the checkpoint that hands over, how a session left things, and telling pasted text from own words.
  "domain/memory": 1_445,
  "domain/merge": 2_190,
  "domain/redaction": 4_620, // Passwords that are told in a sentence, in whatever language.
  "domain/repository-facts": 450, // What a repository says, before any session: four kinds of sources.
  "domain/search": 2_780,
  "domain/team": 680, // From surface, tools and remote, which had 830.
  "domain (other)": 5_120, // Short ids that recall reads; a disk that is full or read-only.
  engine: 8_860, // A database that can only be read; commits with their files.
  entry: 3_380, // The list of tools that is ready before the product is loaded; a copy of what npx started.
  // Without the list and the agents' own files, which have a limit below.
  hosts: 940,
  resources: 420,
  // Reading every table row by row, which redaction did with SQL of its own.
  store: 8_320,
  surface: 5_210,
  tools: 3_750,
};

const areaOf = (path: string): string => {
  const [layer = "", folder = ""] = path.split("/");
  if (layer !== "domain") return layer;
  return `domain/${folder}` in budget ? `domain/${folder}` : "domain (other)";
};

const linesByArea = new Map<string, number>();
const agentFiles = new Set(["hosts/all-hosts.ts", ...allHosts.map(({ id }) => `hosts/${id}.ts`)]);
for (const { path, text } of readSources().filter((one) => one.path.includes("/") && !agentFiles.has(one.path)))
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

it("an agent takes one file of at most 330 lines", () => {
  const sizes = readSources()
    .filter(({ path }) => agentFiles.has(path))
    .map(({ path, text }) => ({ path, lines: text.split("\n").length - 1 }));
  expect(sizes).toHaveLength(agentFiles.size);
  expect(sizes.filter(({ lines }) => lines > 330)).toEqual([]);
});
