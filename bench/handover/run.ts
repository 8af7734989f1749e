// How much of what was said in earlier sessions reaches the next agent, at which moment, and how much of it is false.
// Usage: npx tsx bench/handover/run.ts [--part tune|held-out|fresh|blind|reserve|verify|check|proof|jury|panel|last|sealed|unseen|final|audit] [--story NAME] [--show] [--missed] [--jobs N] [--reveal]
//   --show    prints every text that agents received, and the candidates
//   --missed  prints the needed facts that did not arrive, false lines and wrong candidates
// Delivery was tuned on the stories of `tune`, `held-out`, `fresh`, `blind`, `reserve`, `verify`, `check`, `proof`, `jury` and `panel`, and the models
// are trained on their sentences and on bench/statements: they show mistakes and do not measure. Those of `last`, `sealed`,
// `final` and `audit` were written without knowledge of either, those of `unseen` by a reader of the rules before they changed.
// In `reserve`, `verify`, `check`, `proof`, `jury`, `panel`, `final` and `audit` every sentence is labelled: needed, true (`fine`) or false (`never`);
// what has no label is not worth learning. The last five are played only when the part is named, and their texts are printed
// only with --reveal.
// test/handover-score.test.ts checks the stories of every part without playing them.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { playStory } from "./play-story.js";
import { reportScores } from "./report-scores.js";
import { type Playback, type StoryScore, scoreStory } from "./score.js";
import { isHiddenPart, type Part, parts, readStories } from "./story.js";

const { values: options } = parseArgs({
  // `npm run bench` passes the names of benchmarks.
  allowPositionals: true,
  options: {
    part: { type: "string" },
    story: { type: "string" },
    show: { type: "boolean", default: false },
    missed: { type: "boolean", default: false },
    reveal: { type: "boolean", default: false },
    jobs: { type: "string", default: "2" },
  },
});

const print = (text: string) => process.stdout.write(`${text}\n`);

if (!existsSync(join(import.meta.dirname, "..", "..", "dist", "main.js"))) {
  print("Run `npm run build` first: the benchmark starts the built product.");
  process.exit(1);
}

const isChosen = (part: Part) => (options.part === undefined ? !isHiddenPart(part) : part === options.part);

for (const part of parts.filter(isChosen)) {
  const stories = readStories(part).filter(({ name }) => name.includes(options.story ?? ""));
  if (stories.length === 0) continue;
  const isHidden = isHiddenPart(part) && !options.reveal;
  if (isHidden && (options.show || options.missed)) print(`Texts of the ${part} part are not shown (see --reveal).`);
  const scores: StoryScore[] = [];
  const queue = stories.entries();
  const work = async () => {
    for (const [index, story] of queue) {
      const playback = await playStory(story);
      const score = scoreStory(playback);
      scores[index] = score;
      if (options.show && !isHidden) show(playback);
      if (options.missed && !isHidden) showMissed(story.name, score);
    }
  };
  await Promise.all(Array.from({ length: Number(options.jobs) }, work));
  reportScores(part, scores);
}

function show({ story, received, candidates }: Playback): void {
  print(`\n===== ${story.name}: ${story.about}`);
  for (const { session, host, moment, text } of received.filter((one) => one.text !== "")) {
    print(`--- session ${session + 1} (${host}), ${moment}, ${text.length} characters\n${text}`);
  }
  for (const { text, isRetired } of candidates) print(`--- candidate${isRetired ? " (retired)" : ""}: ${text}`);
}

function showMissed(name: string, { needs, lines, wrongCandidates }: StoryScore): void {
  for (const { fact, kind, moment, host } of needs.filter(({ isReached }) => !isReached)) {
    print(`${name}: missed ${kind} ${fact} (${moment}, ${host})`);
  }
  for (const { text, why } of lines.filter((line) => line.why !== undefined)) print(`${name}: false (${why}): ${text}`);
  for (const text of wrongCandidates) print(`${name}: wrong candidate: ${text.replace(/\s+/g, " ").trim()}`);
}
