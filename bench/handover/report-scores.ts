import { median, report } from "../support/report.js";
import type { Need, StoryScore } from "./score.js";

const moments = ["start", "prompt", "file", "failure"] as const;
const hosts = ["claude-code", "codex", "gemini", "opencode"] as const;

const share = (part: number, of: number) => (of === 0 ? "–" : `${((100 * part) / of).toFixed(0)}% (${part}/${of})`);
const reached = (needs: readonly Need[]) => share(needs.filter(({ isReached }) => isReached).length, needs.length);

/** Prints the figures of one part: facts reached, false lines, sizes, learned candidates. */
export function reportScores(title: string, scores: readonly StoryScore[]): void {
  const needs = scores.flatMap((score) => score.needs);
  const lines = scores.flatMap((score) => score.lines);
  const sizes = scores.flatMap((score) => score.startSizes);
  const learned = scores.flatMap((score) => score.learned);
  const kinds = [...new Set(learned.map(({ kind }) => kind))].toSorted();
  const needRow = (name: string, of: readonly Need[]) => [
    ...[name, ...moments.map((moment) => reached(of.filter((need) => need.moment === moment))), reached(of)],
    share(of.filter(({ isAtMoment }) => isAtMoment).length, of.length),
  ];
  report(
    `${title}: ${scores.length} stories, needed facts that the agent had by each moment`,
    ["", ...moments, "all", "given at that very moment"],
    [
      ...kinds.map((kind) => [
        ...needRow(
          kind,
          needs.filter((need) => need.kind === kind),
        ),
      ]),
      ...hosts.map((host) => [
        ...needRow(
          host,
          needs.filter((need) => need.host === host),
        ),
      ]),
      needRow("all", needs),
    ],
  );
  const whys = [...new Set(lines.flatMap(({ why }) => why ?? []))].toSorted();
  const isFalse = (line: (typeof lines)[number]) => line.why !== undefined;
  report(
    `${title}: lines received`,
    ["", "lines", "false", "start: answered", "characters: median", "largest"],
    [...hosts, "all"].map((host) => {
      const own = lines.filter((line) => host === "all" || line.host === host);
      const all = sizes.filter((one) => host === "all" || one.host === host).map(({ size }) => size);
      const filled = all.filter((size) => size > 0);
      const largest = filled.length === 0 ? "–" : String(Math.max(...filled));
      return [
        ...[host, String(own.length), share(own.filter(isFalse).length, own.length)],
        ...[share(filled.length, all.length), filled.length === 0 ? "–" : String(median(filled)), largest],
      ];
    }),
  );
  const count = (why: string) => `${why} ${lines.filter((line) => line.why === why).length}`;
  if (whys.length > 0) process.stdout.write(`  False lines: ${whys.map(count).join(", ")}\n`);
  const right = scores.reduce((sum, { rightCandidates }) => sum + rightCandidates, 0);
  const wrong = scores.reduce((sum, { wrongCandidates }) => sum + wrongCandidates.length, 0);
  report(
    `${title}: learned candidates`,
    ["", "recall", "precision"],
    [
      ...kinds.map((kind) => {
        const own = learned.filter((one) => one.kind === kind);
        return [kind, share(own.filter(({ isLearned }) => isLearned).length, own.length), ""];
      }),
      ["all", share(learned.filter(({ isLearned }) => isLearned).length, learned.length), share(right, right + wrong)],
    ],
  );
}
