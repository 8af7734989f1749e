import { extname } from "node:path/posix";
import { countEach } from "../../base/text/count-each.js";
import type { CommitChange } from "../../engine/git-locator.js";
import type { Candidate } from "./candidate.js";

const maxPairs = 4;
/** A commit that changes more files says little about each of them. */
const maxFilesOfCommit = 12;
/** Older habits may have changed. */
const recentCommits = 4000;
const minTogether = 10;
const minShare = 0.9;

const routine =
  /^(bump|build\(deps|chore\(deps|chore|release|update dependency|new translations|translat|merge|version|docs?:|style:|test)/i;

/**
 * Pairs of files of which one is seldom changed without the other, and whose names do not say so. Sentences of commits are
 * not offered: of 20 that a strict reader judged, 2 were useful, because they are about what the commit changes. They are
 * found by the prompts that they concern.
 */
export function readHistory(commits: readonly CommitChange[], exists: (path: string) => boolean): Candidate[] {
  const fileSets = commits
    .slice(0, recentCommits)
    .filter(({ files, subject }) => files.length <= maxFilesOfCommit && !routine.test(subject))
    .map(({ files }) => files.filter((file) => exists(file) && !isBookkeeping(file)).toSorted());
  const pairsIn = (files: readonly string[]) =>
    files.flatMap((a, i) => files.slice(i + 1).flatMap((b) => (isNews(a, b) ? [`${a}\0${b}`] : [])));
  const changes = countEach(fileSets.flat());
  return [...countEach(fileSets.flatMap(pairsIn))]
    .filter(([, count]) => count >= minTogether)
    .flatMap(([pair, count]) => {
      const [a = "", b = ""] = pair.split("\0");
      const [rarer, other] = (changes.get(a) ?? 0) <= (changes.get(b) ?? 0) ? [a, b] : [b, a];
      return [{ rarer, other, count, of: changes.get(rarer) ?? 0 }];
    })
    .filter(({ count, of }) => count / of >= minShare)
    .toSorted((a, b) => b.count - a.count)
    .filter(({ rarer, other }, i, all) => !all.slice(0, i).some((one) => one.rarer === rarer || one.other === other))
    .slice(0, maxPairs)
    .map(({ rarer, other, count, of }) => ({
      title: `${rarer} changes with ${other}`,
      content: `${count} of the last ${of} small commits that changed ${rarer} also changed ${other}.`,
      kind: "fact",
      source: `${count} commits`,
      anchors: [rarer, other],
    }));
}

/** Files that tools write or that every change touches. */
const isBookkeeping = (path: string): boolean =>
  /(^|\/)((changelog|changes|history|news|release[-_ ]?notes)(\.\w+)?|package(-lock)?\.json|yarn\.lock|pnpm-lock\.yaml|go\.(mod|sum)|cargo\.(toml|lock)|gemfile(\.lock)?|poetry\.lock|composer\.(json|lock)|pom\.xml|version[^/]*|codeowners|requirements[^/]*\.txt|[^/]*constraints[^/]*)$|\.(lock|snap|po|pot|svg|png|md|css|scss|less)$|(^|\/)(\.github|docs?|generated|locales?|i18n|translations?|__snapshots__|fixtures?|dist|vendor|messages)\//i.test(
    path,
  );

/** Of one language or name they are a declaration and what implements it, as a compiler says; tests change with the tested. */
const isNews = (a: string, b: string): boolean =>
  !isTest(a) && !isTest(b) && extname(a) !== extname(b) && stemOf(a) !== stemOf(b);
const isTest = (path: string): boolean =>
  /(^|\/)(tests?|spec|specs|e2e|testsuite|__tests__)\/|(^|[/._-])(test|spec)[._-]|[._-](test|spec)\.\w+$|Tests?\.\w+$/.test(
    path,
  );
const stemOf = (path: string): string => (path.split("/").at(-1) ?? "").toLowerCase().replace(/\..*$/, "");
