import { laterOf } from "../../base/days.js";
import { shortId } from "../../base/ids.js";
import { opening } from "../../base/text/sentences.js";
import { textOf } from "../memory/lesson.js";
import type { ShownMemory } from "../memory/memories.js";
import { rankTexts } from "../search/rank/rank-texts.js";
import { type LessonLine, oneLine } from "./lesson-line.js";

/** What a lesson is, by its tag: rules are given at every start, states say how a session left things. */
export const lessonKinds = ["rule", "decision", "trap", "fact", "state"] as const;
export type LessonKind = (typeof lessonKinds)[number];

/** Earlier versions and imports say `preference` and `convention` for what is to be followed. */
const ruleTags: ReadonlySet<string> = new Set(["rule", "preference", "convention"]);

export const kindOf = ({ tags }: Pick<ShownMemory, "tags">): LessonKind =>
  tags.some((tag) => ruleTags.has(tag)) ? "rule" : (lessonKinds.find((kind) => tags.includes(kind)) ?? "fact");

/** The lessons that hold: how a session left things is out of date when the next one says it again. */
export function currentLessons(lessons: readonly ShownMemory[]): ShownMemory[] {
  const [newest] = lessons.filter((one) => kindOf(one) === "state").toSorted(newestSaid);
  return lessons.filter((one) => kindOf(one) !== "state" || one === newest);
}

/** What the person said or decided ends only by their later words. */
export const isOfPerson = (lesson: Pick<ShownMemory, "tags">): boolean =>
  kindOf(lesson) === "rule" || kindOf(lesson) === "decision";

/** The day on which it was said, not the one on which it was written down. */
export const dayOf = (lesson: Pick<ShownMemory, "evidence" | "createdAt">): string => saidAt(lesson).slice(0, 10);

export const saidAt = ({ evidence, createdAt }: Pick<ShownMemory, "evidence" | "createdAt">): string =>
  evidence.reduce((first, { at }) => (at !== "" && at < first ? at : first), createdAt);

export const newestSaid = (a: ShownMemory, b: ShownMemory): number => (saidAt(a) < saidAt(b) ? 1 : -1);

export const filesOf = ({ anchors }: Pick<ShownMemory, "anchors">): string[] =>
  anchors.map(({ name }) => name.split("#")[0] ?? name);

const maxWhole = 600;
const maxShort = 150;

/** Fewer words in common happen by chance. */
const minMatches = 2;
/** Of the best. */
const minScoreShare = 0.3;

/** What is said lately is asked for more often. */
const ageExponent = 0.2;

/** The lessons that answer a prompt, the best first. They are few and each has a writer, so that keywords are enough. */
export function lessonsAbout(lessons: readonly ShownMemory[], prompt: string): ShownMemory[] {
  const days = [...new Set(lessons.map(dayOf))].toSorted().toReversed();
  const weightOf = (lesson: ShownMemory) => (days.indexOf(dayOf(lesson)) + 1) ** -ageExponent;
  const ranked = rankTexts(prompt, lessons, textOf)
    .map(({ item, score, matches }) => ({ item, matches, score: score * weightOf(item) }))
    .toSorted((a, b) => b.score - a.score);
  const minScore = minScoreShare * (ranked[0]?.score ?? 0);
  return ranked.filter(({ score, matches }) => matches >= minMatches && score >= minScore).map(({ item }) => item);
}

/** Names it among what a session received. */
export const lessonItem = (id: string): string => `lesson:${id}`;

/** `- Use pnpm, never npm. [mem_01hw 03-02]` */
export function lessonLine(lesson: ShownMemory): LessonLine {
  const note = isOutdated(lesson) ? ` (may be out of date: ${lesson.stale.join(", ")} changed since)` : "";
  return { item: lessonItem(lesson.id), text: lineOf(lesson, wholeForm(lesson), note) };
}

/** The best one whole and the others short: twice as many facts fit as with whole lessons, and each can be read by its id. */
export const lessonLines = ([best, ...others]: readonly ShownMemory[]): LessonLine[] =>
  best === undefined ? [] : [lessonLine(best), ...others.map(shortLessonLine)];

/** Where many lessons share the room, a long one is given by its title, and whole when a prompt asks for it. */
export function shortLessonLine(lesson: ShownMemory): LessonLine {
  const [short, whole] = [shortForm(lesson), wholeForm(lesson)];
  const item = short === whole ? lessonItem(lesson.id) : `title:${lesson.id}`;
  return { item, text: lineOf(lesson, short, shortNote(lesson)) };
}

/** What a session taught, in one line: `- Use pnpm · Tests run in Docker [mem_01hw, mem_01hx 03-02]`. */
export function lessonGroupLine(lessons: readonly ShownMemory[]): LessonLine {
  const lines = lessons.map(shortLessonLine);
  const [first, ...others] = lines.map(({ item }) => item);
  const texts = lessons.map((lesson) => `${shortForm(lesson).replace(/[.。]$/, "")}${shortNote(lesson)}`);
  const ids = lessons.map(({ id }) => shortId(id));
  const day = lessons.map((one) => dayOf(one).slice(5)).reduce(laterOf, "");
  return { item: first ?? "", further: others, text: `- ${texts.join(" · ")} [${ids.join(", ")} ${day}]` };
}

/** Of what holds in every project, many in little room: without its source, which the receipt has. */
export const wishLine = (lesson: ShownMemory): LessonLine => ({
  item: lessonItem(lesson.id),
  text: `- ${opening(lesson.content.length > maxWish ? lesson.title : oneLine(lesson.content), maxWish)}`,
});
const maxWish = 100;

const lineOf = (lesson: ShownMemory, text: string, note: string): string =>
  `- ${text}${note} [${shortId(lesson.id)} ${dayOf(lesson).slice(5)}]`;

const shortNote = (lesson: ShownMemory): string => (isOutdated(lesson) ? " (changed since?)" : "");

/** A change of the files that it names does not end what a person said. */
const isOutdated = (lesson: ShownMemory): boolean => lesson.stale.length > 0 && !isOfPerson(lesson);

/** A lesson with a kind stands alone without its title; other records may need theirs. */
export const standsAlone = ({ tags }: Pick<ShownMemory, "tags">): boolean =>
  tags.some((tag) => ruleTags.has(tag) || lessonKinds.some((kind) => kind === tag));

function wholeForm(lesson: ShownMemory): string {
  const body = oneLine(lesson.content);
  const isTitleRepeated = body.startsWith(lesson.title.replace(/\.\.\.$/, ""));
  return opening(standsAlone(lesson) || isTitleRepeated ? body : `${lesson.title}: ${body}`, maxWhole);
}

function shortForm(lesson: ShownMemory): string {
  const whole = wholeForm(lesson);
  if (whole.length <= maxShort) return whole;
  return standsAlone(lesson) && !lesson.title.endsWith("...") ? lesson.title : opening(whole, maxShort);
}
