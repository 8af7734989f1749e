import { dayMs } from "../../base/days.js";
import { countEach } from "../../base/text/count-each.js";
import { opening } from "../../base/text/sentences.js";
import type { CommitChange } from "../../engine/git-locator.js";
import { type Candidate, plainLine } from "./candidate.js";

const maxReverts = 6;
const maxReasons = 8;
const maxPairs = 4;
const maxContent = 450;
const minReason = 50;
/** A commit that changes more files says little about each of them. */
const maxFilesOfCommit = 12;
/** Older habits may have changed. */
const recentCommits = 4000;
const recentYears = 5;
const minTogether = 8;
const minShare = 0.8;

type Exists = (path: string) => boolean;

/** What the history of a repository explains, newest first: reverts with a reason, deliberate choices, files that belong together. */
export function readHistory(commits: readonly CommitChange[], exists: Exists): Candidate[] {
  const oldest = Date.parse(commits[0]?.at ?? "") - recentYears * 365 * dayMs;
  const recent = commits.slice(0, recentCommits).filter(({ at }) => Date.parse(at) >= oldest);
  return [...reverts(recent, exists), ...reasons(recent, exists), ...changesTogether(recent, exists)];
}

const placeOf = (hash: string, anchors: readonly string[]) => ({
  source: `commit ${hash.slice(0, 8)}`,
  anchors: anchors.slice(0, 3),
});

const reverted = /^Revert "(.+)"\s*(?:\(#\d+\))?$/;
/** The reverted change had done its work, or was to come back. */
const isOver =
  /no longer (?:needed|necessary|required)|not needed any ?more|while we|investigat|temporar|for now|until /i;
const upgrade = /\b(bump|upgrade|update|downgrade)\b.*\d|\b(disable|skip)\b/i;

function reverts(commits: readonly CommitChange[], exists: Exists): Candidate[] {
  const later = new Set<string>();
  const found: Candidate[] = [];
  for (const { subject, body, hash, files } of commits) {
    const what = reverted.exec(subject)?.[1];
    const why = what === undefined ? "" : sentencesIn(body).join(" ");
    const isBack = what === undefined || later.has(withoutNumber(what)) || isOver.test(why) || upgrade.test(what);
    const anchors = files.filter(exists);
    if (!isBack && why.length >= minReason && anchors.length > 0 && anchors.length <= maxFilesOfCommit) {
      const title = `Reverted: ${withoutNumber(what)}`;
      found.push({ title, content: opening(why, maxContent), kind: "trap", ...placeOf(hash, anchors) });
    }
    later.add(withoutNumber(subject));
  }
  return found.slice(0, maxReverts);
}

/** Words with which people say that something is as it is on purpose. */
const deliberate =
  /\b(deliberately|intentionally|on purpose|must not|must never|should never|work ?around for|we (?:decided|chose|do not|don't) (?:to|want|use|support|allow|rely)|do not (?:use|remove|change)|is not safe)\b/i;
const choice = /\b(instead of|rather than)\b/i;
const because = /\b(because|since|to avoid|otherwise|due to)\b/i;
/** To what is not with it: the change itself, how it was tested, or the sentence before. */
const refersBack =
  /^(this|that|these|those|it|its|they|each|both|then|also|but|and|so|however|verified|tested|in #|if |as |here|note|previously|because|rather than|for this|in such|hence)\b/i;
/** How it was, or which commit did it: the sentence is about the past. */
const isPast = /\b(was|were|had been|used to|formerly|[0-9a-f]{8,40})\b/i;
const isReason = (sentence: string): boolean =>
  sentence.length >= minReason &&
  sentence.length <= maxContent &&
  !refersBack.test(sentence) &&
  !isPast.test(sentence) &&
  (deliberate.test(sentence) || (choice.test(sentence) && because.test(sentence)));

const routine =
  /^(bump|build\(deps|chore\(deps|chore|release|update dependency|new translations|translat|merge|version|docs?:|style:|test)/i;

function reasons(commits: readonly CommitChange[], exists: Exists): Candidate[] {
  const taken = new Set<string>();
  const found: Candidate[] = [];
  const takenBack = new Set(commits.map(({ subject }) => withoutNumber(reverted.exec(subject)?.[1] ?? "")));
  for (const { subject, body, hash, files } of commits) {
    if (takenBack.has(withoutNumber(subject))) continue;
    const anchors = files.filter((file) => exists(file) && !isBookkeeping(file));
    if (routine.test(subject) || reverted.test(subject) || anchors.length === 0 || files.length > maxFilesOfCommit)
      continue;
    const reason = sentencesIn(body).find(isReason);
    const place = anchors[0]?.split("/").slice(0, 3).join("/") ?? "";
    if (reason === undefined || taken.has(place) || taken.has(subject)) continue;
    taken.add(place).add(subject);
    found.push({ title: withoutNumber(subject), content: reason, kind: "decision", ...placeOf(hash, anchors) });
  }
  return found.slice(0, maxReasons);
}

/** Pairs of files of which one is seldom changed without the other, and whose names do not say so. */
function changesTogether(commits: readonly CommitChange[], exists: Exists): Candidate[] {
  const fileSets = commits
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
      content: `${count} of the last ${of} commits that changed ${rarer} also changed ${other}.`,
      kind: "fact",
      source: `${count} commits`,
      anchors: [rarer, other],
    }));
}

/** Files that tools write or that every change touches. */
const isBookkeeping = (path: string): boolean =>
  /(^|\/)((changelog|changes|history|news|release[-_ ]?notes)(\.\w+)?|package(-lock)?\.json|yarn\.lock|pnpm-lock\.yaml|go\.(mod|sum)|cargo\.(toml|lock)|gemfile(\.lock)?|poetry\.lock|composer\.(json|lock)|pom\.xml|version[^/]*|codeowners|requirements[^/]*\.txt|[^/]*constraints[^/]*)$|\.(lock|snap|po|pot|svg|png|md|css|scss|less)$|(^|\/)(\.github|generated|locales?|i18n|translations?|__snapshots__|fixtures?|dist|vendor|messages)\//i.test(
    path,
  );

/** That a source changes with its test, its style or its types is none; nor are tests that change together. */
const isNews = (a: string, b: string): boolean => !isTest(a) && !isTest(b) && stemOf(a) !== stemOf(b);
const isTest = (path: string): boolean =>
  /(^|\/)(tests?|spec|specs|e2e|testsuite|__tests__)\/|(^|[/._-])(test|spec)[._-]|[._-](test|spec)\.\w+$|Tests?\.\w+$/.test(
    path,
  );
const stemOf = (path: string): string => (path.split("/").at(-1) ?? "").toLowerCase().replace(/\..*$/, "");

const withoutNumber = (subject: string): string =>
  plainLine(subject)
    .replace(/\s*\(#\d+\)/g, "")
    .slice(0, 100);

/** The whole sentences of a message: without trailers, lists, quotations and what tools add. */
const sentencesIn = (body: string): string[] =>
  body
    .replace(/^\s*([A-Z][\w-]+(-[Bb]y)?: |[-*+>|#]|\d+[.)]|```|https?:|\(cherry picked|---).*$/gm, "")
    .replace(/\b(?:this reverts commits? [0-9a-f]+|(?:closes|fixes|resolves|refs?|related)[: ]+#?\d+)[.,]?/gi, "")
    .split(/\n\s*\n/)
    .flatMap((paragraph) => plainLine(paragraph).split(/(?<=[.!?])\s+(?=[A-Z`"])/))
    .filter((sentence) => /^[A-Z`"].*[.!)]$/.test(sentence) && sentence.split(" ").length > 4);
